import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'
import { rendererConfig } from '#build/renderer.mjs'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { median } from '#tests/load/compare.ts'
import type { Row } from '#tests/load/report.ts'

const ACTIONS = [
  { name: 'show', what: 'chart, first render', bar: 2.5 },
  { name: 'tick', what: 'chart, tick', bar: 1.3 },
  { name: 'hover', what: 'chart, hover', bar: 1.3 },
  { name: 'redraw', what: 'chart, everything drawn again', bar: null },
] as const

type Samples = Record<(typeof ACTIONS)[number]['name'], number[]>

/** Builds the page that has both charts, as the product is built, into a folder of its own. */
async function buildPage(folder: string): Promise<void> {
  const page = join(import.meta.dir, 'page')
  const config = rendererConfig({ outDir: 'out/web', target: 'baseline-widely-available' })
  // Vite says production for the whole process, in which the servers of other parts must not start.
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

/** Without these the clock of the page would be coarser than what is measured. */
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

async function collect(browser: Browser, url: string): Promise<Record<'own' | 'anchor', Samples>> {
  const page = await browser.newPage({ viewport: { width: 1120, height: 1000 } })
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await page.goto(url)
  const samples = await page.evaluate<Record<'own' | 'anchor', Samples>>('measure()')
  const [failure] = failures
  if (failure) throw failure
  return samples
}

/**
 * The chart beside uPlot on the same data in the same browser: 3000 points, two rounds of three
 * lines, one of them the solid line of a vote. Medians in milliseconds, up to the finished pixels.
 */
export async function benchChart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-chart-bench-'))
  await buildPage(folder)
  const server = servePage(folder)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  try {
    const { own, anchor } = await collect(browser, server.url.href)
    return ACTIONS.map(({ name, what, bar }) => ({
      what,
      against: 'uPlot',
      unit: 'ms',
      own: median(own[name]),
      anchor: median(anchor[name]),
      bar,
    }))
  } finally {
    await browser.close()
    await server.stop(true)
    rmSync(folder, { recursive: true, force: true })
  }
}
