import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { seed } from '#api/commands/seed.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { signInQuickly, storageOf } from '#tests/browser/support/session.ts'
import { startProduct } from '#tests/load/processes.ts'
import type { Row } from '#tests/load/report.ts'
import { bytesOf, type Fetched, kilobytes, ofEditor, withoutChart } from './bytes.ts'
import { vitalsOf } from './vitals.ts'

const VISITS = 5

/** A row against a budget; informational unless `isJudged`. */
function line(
  what: string,
  unit: Row['unit'],
  own: number,
  budget: number,
  isJudged: boolean = true,
): Row {
  return { what, against: 'budget', unit, own, baseline: budget, bar: isJudged ? 1 : null }
}

async function bytesRows(browser: Browser, url: string): Promise<Row[]> {
  const storageState = storageOf(url, await signInQuickly(url, 'Mina'))
  const fetch = async (path: string, landmark: string): Promise<Fetched> => {
    const page = await browser.newPage({ storageState, locale: 'en-US' })
    try {
      return await bytesOf(page, async () => {
        await page.goto(url + path)
        await page.locator(landmark).first().waitFor()
      })
    } finally {
      await page.close()
    }
  }
  const home = await fetch('/', 'article')
  const votes = await fetch('/vote', 'main h1')
  const writing = await fetch('/vote/write', '[contenteditable=true]')
  return [
    line('home, JS (gzip)', 'kB', kilobytes(home.js), 140),
    line('home, CSS (gzip)', 'kB', kilobytes(home.css), 12),
    line('/vote, JS before the chart (gzip)', 'kB', kilobytes(withoutChart(votes.js)), 150),
    line('editor, JS (gzip)', 'kB', kilobytes(ofEditor(writing.js)), 270),
  ]
}

async function vitalsRows(browser: Browser, url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['home', '/'],
    ['/vote', '/vote'],
  ] as const) {
    const { lcp, tbt, cls } = await vitalsOf(browser, url + path, VISITS)
    // Budgets apply to home; the vote screen is informational.
    const isHome = path === '/'
    rows.push(
      line(`${name}, largest paint on a slow telephone`, 'ms', lcp, 1800, isHome),
      line(`${name}, blocking on a slow telephone`, 'ms', tbt, 100, isHome),
      line(`${name}, layout shift`, '', cls, 0.02, isHome),
    )
  }
  return rows
}

/**
 * Measures first visits: bytes fetched, and web vitals with Lighthouse's mobile settings (medians). Needs
 * the web build only.
 */
export async function benchWeb(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-web-bench-'))
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    PRICE_FEED: 'simulated',
    LOG_LEVEL: 'warn',
  }
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  await seed([], { config, log, clock: systemClock, print: () => {}, printError: () => {} })
  const server = await startProduct(env)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  try {
    return [...(await bytesRows(browser, server.url)), ...(await vitalsRows(browser, server.url))]
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
