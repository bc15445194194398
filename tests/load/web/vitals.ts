import type { Browser, Page } from 'playwright'

/** Web vitals on a phone: LCP and TBT in milliseconds, CLS without a unit. */
export interface Vitals {
  lcp: number
  tbt: number
  cls: number
}

/** Lighthouse's mobile settings: slow 4G and CPU slowdown. */
const TELEPHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWDOWN = 4

/** Long tasks count beyond this duration (TBT). */
const LONG_TASK_MS = 50
/** The load ends after this time without a long task, */
const QUIET_MS = 3_000
/** or at this time: later changes, such as prices, are not part of the load. */
const LATEST_MS = 10_000

/** Records performance entries in the page from the start. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, tasks: [] as [start: number, duration: number][] }
  Reflect.set(globalThis, 'seenVitals', seen)
  const watch = (type: string, note: (entry: PerformanceEntry) => void) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note))
    observer.observe({ type, buffered: true })
  }
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) seen.cls += Number(Reflect.get(entry, 'value'))
  })
  watch('longtask', ({ startTime, duration }) => {
    seen.tasks.push([startTime, duration])
  })
}

/** Reads the recorded entries after the load. */
async function read(page: Page): Promise<Vitals> {
  await page.waitForFunction(
    ([quiet = 0, latest = 0]) => {
      const [start = 0, duration = 0] = Reflect.get(globalThis, 'seenVitals').tasks.at(-1) ?? []
      const now = performance.now()
      return now > latest || now - (start + duration) > quiet
    },
    [QUIET_MS, LATEST_MS],
  )
  return page.evaluate((long) => {
    const { lcp, cls, tasks } = Reflect.get(globalThis, 'seenVitals')
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const from = paint?.startTime ?? 0
    const blocked = tasks.map(([start, duration]: [number, number]) => {
      const begin = Math.max(start, from)
      return Math.max(0, start + duration - begin - long)
    })
    return { lcp, cls, tbt: blocked.reduce((sum: number, ms: number) => sum + ms, 0) }
  }, LONG_TASK_MS)
}

/** Loads a URL once on a phone with an empty cache. */
async function visit(browser: Browser, url: string): Promise<Vitals> {
  const context = await browser.newContext({ ...TELEPHONE, locale: 'en-US' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(observe)
    await page.goto(url)
    await page.locator('h1').first().waitFor()
    return await read(page)
  } finally {
    await context.close()
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Medians of `times` first visits. */
export async function vitalsOf(browser: Browser, url: string, times: number): Promise<Vitals> {
  const all: Vitals[] = []
  while (all.length < times) all.push(await visit(browser, url))
  return {
    lcp: median(all.map(({ lcp }) => lcp)),
    tbt: median(all.map(({ tbt }) => tbt)),
    cls: median(all.map(({ cls }) => cls)),
  }
}
