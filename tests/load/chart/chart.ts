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
  { name: 'redraw', what: 'chart, full redraw', bar: null },
] as const

type Samples = Record<(typeof ACTIONS)[number]['name'], number[]>

/** Builds the page with both charts, with the product's build settings. */
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

async function collect(
  browser: Browser,
  url: string,
): Promise<Record<'own' | 'baseline', Samples>> {
  const page = await browser.newPage({ viewport: { width: 1120, height: 1000 } })
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await page.goto(url)
  const samples = await page.evaluate<Record<'own' | 'baseline', Samples>>('measure()')
  const [failure] = failures
  if (failure) throw failure
  return samples
}

/**
 * Measures the chart and uPlot on the same data in the same browser: 3000 points, two rounds of three
 * lines, one of them solid. Medians in milliseconds until the pixels are ready.
 */
export async function benchChart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-chart-bench-'))
  await buildPage(folder)
  const server = servePage(folder)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  try {
    const { own, baseline } = await collect(browser, server.url.href)
    return ACTIONS.map(({ name, what, bar }) => ({
      what,
      against: 'uPlot',
      unit: 'ms',
      own: median(own[name]),
      baseline: median(baseline[name]),
      bar,
    }))
  } finally {
    await browser.close()
    await server.stop(true)
    rmSync(folder, { recursive: true, force: true })
  }
}
