import { type Browser, chromium } from 'playwright'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { PostList } from '#shared/contract/posts.ts'
import { RoundList } from '#shared/contract/rounds.ts'
import { Rankers } from '#shared/contract/users.ts'
import { roundPath, userPath } from '#shared/rules/paths.ts'
import { signInQuickly, storageOf } from '#tests/browser/support/session.ts'
import type { Row } from '#tests/load/report.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { shareAtRest } from './at-rest.ts'
import { bytesOf, type Fetched, kilobytes, ofEditor, withoutChart } from './bytes.ts'
import { startDemo } from './demo-product.ts'
import { type Audit, auditOf, throttledPaintOf } from './lighthouse.ts'

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
    line('home, JS (gzip)', 'kB', kilobytes(home.js), 160),
    line('home, CSS (gzip)', 'kB', kilobytes(home.css), 14),
    line('/vote, JS before the chart (gzip)', 'kB', kilobytes(withoutChart(votes.js)), 170),
    line('editor, JS (gzip)', 'kB', kilobytes(ofEditor(writing.js)), 270),
  ]
}

/** A page with its budgets; times in milliseconds. */
interface AuditedPage {
  name: string
  path: string
  performance: number
  lcp: number
  tbt: number
}

async function auditedPages(url: string): Promise<AuditedPage[]> {
  const api = apiClient(url)
  const rounds = await api.get(RoundList, '/rounds?page=1')
  const [ranker] = await api.get(Rankers, '/users/rankers')
  const notices = await api.get(PostList, '/posts/notices?page=1')
  const page = (name: string, path = name, performance = 98): AuditedPage => ({
    name,
    path,
    performance,
    lcp: 1200,
    tbt: 120,
  })
  return [
    { ...page('home', '/', 99), lcp: 1000, tbt: 80 },
    page('/vote', '/vote', 97),
    page('/rounds'),
    page('/rounds/:date', roundPath(Date.parse(rounds.posts.at(-1)?.refDate ?? ''))),
    page('/ranking'),
    page('/u/:code', userPath(ranker?.uniqueCode ?? '')),
    page('/rules'),
    page('/boards/notices'),
    page('a post', `/boards/notices/view/${notices.posts[0]?.id}`),
  ]
}

function auditRows({ name, performance, lcp, tbt }: AuditedPage, audit: Audit): Row[] {
  // Pages of people are kept out of search engines, which costs them that category.
  const seo = name === '/u/:code' ? [] : [audit.seo]
  const others = Math.min(audit.accessibility, audit.bestPractices, ...seo)
  return [
    line(`${name}, performance`, 'points', audit.performance, performance),
    line(`${name}, lowest other category`, 'points', others, 100),
    line(`${name}, largest paint`, 'ms', audit.lcp, lcp),
    line(`${name}, blocking`, 'ms', audit.tbt, tbt),
    line(`${name}, layout shift`, '', audit.cls, 0.01),
  ]
}

async function lighthouseRows(url: string): Promise<Row[]> {
  const rows: Row[] = []
  const pages = await auditedPages(url)
  for (const page of pages) {
    rows.push(...auditRows(page, await auditOf(url + page.path, VISITS)))
  }
  for (const { name, path } of pages.slice(0, 2)) {
    const lcp = await throttledPaintOf(url + path, VISITS)
    rows.push(line(`${name}, largest paint with applied throttling`, 'ms', lcp, 1600))
  }
  return rows
}

async function restRows(url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of ['/', '/vote', '/desk']) {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(url + path)
      await page.locator('main').first().waitFor()
      const share = 100 * (await shareAtRest(browser, page))
      rows.push(
        line(`${path}, processor while prices arrive`, '%', share, path === '/desk' ? 2 : 1.2),
      )
    } finally {
      await browser.close()
    }
  }
  return rows
}

/**
 * Measures pages: bytes that a first visit fetches, Lighthouse's audit of a phone (medians), and what an
 * open page costs.
 */
export async function benchWeb(): Promise<Row[]> {
  const server = await startDemo()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  try {
    const bytes = await bytesRows(browser, server.url)
    await browser.close()
    return [...bytes, ...(await restRows(server.url)), ...(await lighthouseRows(server.url))]
  } finally {
    await browser.close()
    await server.stop()
  }
}
