import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { rendererConfig } from '#build/renderer.mjs'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { median } from '#tests/load/compare.ts'
import type { Row } from '#tests/load/report.ts'

const ACTIONS = [
  { name: 'show', what: 'chart, first render', bar: 2.5 },
  { name: 'tick', what: 'chart, tick', bar: 1.3 },
  { name: 'hover', what: 'chart, hover', bar: 1.3 },
  { name: 'redraw', what: 'chart, full redraw', bar: null },
] as const

const FRAMES = [
  { name: 'panAll', what: 'chart, pan 3000 hours', move: 'pan', hours: null },
  { name: 'zoomAll', what: 'chart, zoom 3000 hours', move: 'zoom', hours: null },
  { name: 'panCandlesticks', what: 'chart, pan 400 candlesticks', move: 'pan', hours: 400 },
  { name: 'zoomCandlesticks', what: 'chart, zoom 400 candlesticks', move: 'zoom', hours: 400 },
] as const

/** A frame of 60 a second (ms). */
const FRAME_MS = 16.7
/** Frames whose processor time is measured, and frames before them. */
const [PLAYED, WARM_UP] = [150, 20]

type Samples = Record<(typeof ACTIONS | typeof FRAMES)[number]['name'], number[]>
type Charts = Record<'own' | 'uplot' | 'lightweight', Samples>
type Movable = 'own' | 'lightweight'
/** Processor time of the page's thread per frame, ms, in the order of FRAMES. */
type FrameTimes = Record<Movable, number[]>

function p95(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

/** Builds the page with the charts, with the product's build settings. */
async function buildPage(folder: string): Promise<void> {
  const page = join(import.meta.dir, 'page')
  const config = rendererConfig({ outDir: 'out/web', target: 'baseline-widely-available' })
  // Vite sets NODE_ENV=production for this process, which the servers of other parts refuse.
  const { NODE_ENV } = process.env
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    root: page,
    build: {
      ...config.build,
      outDir: folder,
      rolldownOptions: { ...config.build?.rolldownOptions, input: join(page, 'index.html') },
    },
  })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
}

/** Headers that enable high-resolution timers. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

function servePage(folder: string) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      const path = join(folder, pathname === '/' ? 'index.html' : pathname)
      if (!existsSync(path)) return new Response(null, { status: 404 })
      return new Response(Bun.file(path), { headers: isolation })
    },
  })
}

/** Reads the processor time of the page's thread, ms, which other load does not change much. */
async function openThreadTimer(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

async function frameTimes(page: Page): Promise<FrameTimes> {
  const read = await openThreadTimer(page)
  const times: FrameTimes = { own: [], lightweight: [] }
  for (const { move, hours } of FRAMES) {
    for (const chart of ['own', 'lightweight'] as const) {
      await page.evaluate(`limit('${chart}', ${hours})`)
      await page.evaluate(`play('${chart}', '${move}', ${WARM_UP})`)
      const before = await read()
      await page.evaluate(`play('${chart}', '${move}', ${PLAYED})`)
      times[chart].push(((await read()) - before) / PLAYED)
    }
  }
  return times
}

async function collect(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 1120, height: 1400 } })
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await page.goto(url)
  const samples = await page.evaluate<Charts>('measure()')
  const times = await frameTimes(page)
  const [failure] = failures
  if (failure) throw failure
  return { samples, times }
}

function rowsOf({ own, uplot, lightweight }: Charts, times: FrameTimes): Row[] {
  const medians = (against: string, baseline: Samples, hasBar: boolean): Row[] =>
    // lightweight-charts answers a pointer with the next frame, which a sweep does not wait for.
    ACTIONS.filter(({ name }) => hasBar || name !== 'hover').map(({ name, what, bar }) => ({
      what,
      against,
      unit: 'ms',
      own: median(own[name]),
      baseline: median(baseline[name]),
      bar: hasBar ? bar : null,
    }))
  const frames = FRAMES.flatMap(({ name, what }): Row[] => {
    const row = { what: `${what}, p95 of a frame`, unit: 'ms', own: p95(own[name]) } as const
    return [
      { ...row, against: '60 frames a second', baseline: FRAME_MS, bar: 1 },
      { ...row, against: 'lightweight-charts', baseline: p95(lightweight[name]), bar: null },
    ]
  })
  const processor = FRAMES.flatMap(({ what }, index): Row[] => {
    const time = { unit: 'ms', own: times.own[index] ?? Number.NaN } as const
    const row = { ...time, what: `${what}, processor time of a frame` }
    const baseline = times.lightweight[index] ?? Number.NaN
    return [
      { ...row, against: '60 frames a second', baseline: FRAME_MS, bar: 1 },
      { ...row, against: 'lightweight-charts', baseline, bar: null },
    ]
  })
  return [
    ...medians('uPlot', uplot, true),
    ...medians('lightweight-charts', lightweight, false),
    ...frames,
    ...processor,
  ]
}

/**
 * Measures the chart, uPlot and lightweight-charts on the same data in the same browser: 3000 hours, for
 * uPlot their opens and six lines. Medians in milliseconds until the pixels are ready, p95 and processor
 * time of frames.
 */
export async function benchChart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-chart-bench-'))
  await buildPage(folder)
  const server = servePage(folder)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  try {
    const { samples, times } = await collect(browser, server.url.href)
    return rowsOf(samples, times)
  } finally {
    await browser.close()
    await server.stop(true)
    rmSync(folder, { recursive: true, force: true })
  }
}
