import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { systemClock } from '#api/platform/clock.ts'
import { readConfig } from '#api/platform/config.ts'
import { createLog } from '#api/platform/log.ts'
import { startServer } from '#api/server.ts'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { createApiClient } from '#desktop/renderer/platform/api-client.ts'
import type { Direction } from '#shared/contract/common.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { signIn, webClient } from '#tests/support/sign-in.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

/** How long a page may take to show what is waited for, on a busy machine. */
const PATIENCE_MS = 15_000

/** How long the server and the browser may take to start beside other work. */
export const START_PATIENCE_MS = 120_000

export interface VisitOptions extends BrowserContextOptions {
  /** The path to open; the home screen by default. */
  path?: string
}

/** A page with all that went wrong on it. */
export interface Visit {
  page: Page
  /** Console errors, thrown errors and violations of the content security policy, as they come. */
  complaints: string[]
}

/** Somebody else on the site, who acts through the API. */
export interface Bystander {
  /** Votes in the live round. */
  vote(direction: Direction): Promise<void>
}

/** The real server with the real web build, and a real browser to look at it. */
export interface Site {
  url: string
  /** Opens the site in a browser that has never been there. */
  visit(options?: VisitOptions): Promise<Visit>
  /** Signs somebody in who does not sit at the browser. */
  person(name: string): Promise<Bystander>
  /** Everything that went wrong on any page so far. */
  complaints(): string[]
  stop(): Promise<void>
}

async function bystander(url: string, name: string): Promise<Bystander> {
  const { issuer } = await apiClient(url).authConfig()
  const { idToken } = await signIn(issuer, webClient(url), name)
  const { token } = await apiClient(url).signIn(idToken)
  const api = createApiClient({ origin: url, accessToken: () => token })
  return {
    async vote(direction) {
      const summary = await api.vote.summary.get()
      const targetDate = summary.data?.target2.targetDate ?? ''
      const { error } = await api.votes.post({ targetDate, vote: direction })
      if (error) throw new Error(`the vote was refused: ${error.status}`)
    },
  }
}

/** What a person reads in an element, on one line. */
export async function textOf(locator: Locator): Promise<string> {
  const [text = ''] = await locator.first().allInnerTexts()
  return text.replace(/\s+/g, ' ').trim()
}

/** Starts a browser that tests drive. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
}

/** Opens a page that has never been anywhere, and listens to what goes wrong on it. */
export async function openPage(browser: Browser, url: string, options: VisitOptions = {}) {
  const { path = '/', ...context } = options
  const own = await browser.newContext({ locale: 'en-US', timezoneId: 'Asia/Seoul', ...context })
  own.setDefaultTimeout(PATIENCE_MS)
  const page = await own.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  await page.goto(url + path)
  return { page, complaints }
}

/** Starts the site on an empty database in memory, with invented prices that move. */
export async function startSite(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-e2e-'))
  const settings = { PORT: '0', DATA_DIR: dataDir, PRICE_FEED: 'simulated', LOG_LEVEL: 'silent' }
  const config = readConfig(settings)
  const database = await openTestDatabase()
  const log = createLog(config.logLevel)
  const server = await startServer({ config, clock: systemClock, log, database })
  const browser = await startBrowser()
  const visits: Visit[] = []
  return {
    url: server.url,
    async visit(options) {
      const visit = await openPage(browser, server.url, options)
      visits.push(visit)
      return visit
    },
    person: (name) => bystander(server.url, name),
    complaints: () => visits.flatMap(({ complaints }) => complaints),
    async stop() {
      await browser.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
