import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright'
import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { startServer } from '#api/server/server.ts'
import { chromiumFlags, ensureHeadlessShell } from '#build/setup/chromium.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import type { TokenPair } from '#shared/contract/auth.ts'
import { untilDueWorkIsDone } from '#tests/support/due-work.ts'
import { authority } from '#tests/support/production-front.ts'
import { startProductionSite } from '#tests/support/production-site.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { openSeededDatabase } from './seeded-database.ts'
import { type ApiUser, apiUserOf, signInQuickly, storageOf } from './session.ts'
import { ACTION_TIMEOUT_MS } from './time-limits.ts'
import { untilReady } from './until-ready.ts'

/** Request limits are per address, and all people of a test share one. */
const LIMIT_FACTOR = 1000

/** Factor by which the page's processor is throttled, to find tests that race the page. */
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1)

/** Warnings of the servers beside Playwright's results: they explain what a page only shows. */
const SERVER_LOG = fromRoot('test-results', 'browser', 'servers.log')

export interface PageOptions extends BrowserContextOptions {
  /** The path to open; the home screen by default. */
  path?: string
}

export interface SitePageOptions extends PageOptions {
  /** The name of the person who is signed in; a guest by default. */
  user?: string
}

/** A page in a browser context of its own. */
export interface OpenedPage {
  page: Page
  /** Console errors, uncaught errors and violations of the content security policy, as they come. */
  pageErrors: string[]
}

export interface SiteOptions {
  /** Filled with the demo data of `npm run seed`; empty by default. */
  seeded?: boolean
  /** Environment of the server beside that of a test, such as ADMIN_EMAILS. */
  settings?: Record<string, string>
  /** The server's clock; the system's by default. */
  clock?: Clock
  /** 1 for the real request limits; wide open by default. */
  limitFactor?: number
  /** A server that the test has started itself; `stop` ends it too. */
  server?: Server
}

interface Server {
  url: string
  /** At the provider of the server; by default at the embedded one. */
  signIn?(name: string): Promise<TokenPair>
  stop(): Promise<void>
}

/** The real server with the real web build, and a real browser in front of it. */
export interface Site {
  url: string
  /** Opens a page in a new browser context. */
  open(options?: SitePageOptions): Promise<OpenedPage>
  /** Signs in a user that acts through the API only. */
  apiUser(name: string): Promise<ApiUser>
  /** The pages that are open, in the order in which they were opened. */
  openPages(): readonly OpenedPage[]
  close(opened: OpenedPage): Promise<void>
}

export interface RunningSite extends Site {
  stop(): Promise<void>
}

/** The visible text of an element on one line; waits for the element. */
export async function textOf(locator: Locator): Promise<string> {
  await locator.first().waitFor()
  const [text = ''] = await locator.first().allInnerTexts()
  return text.replace(/\s+/g, ' ').trim()
}

/** Launches a browser outside Playwright's runner; the headless shell by default. */
export function launchBrowser(
  executablePath = ensureHeadlessShell(),
  flags: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumFlags, ...flags] })
}

/** Opens a page in a new context and collects its errors. */
export async function openPage(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<OpenedPage> {
  const { path = '/', ...contextOptions } = options
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Asia/Seoul',
    // It would fetch the whole build for each page of a test, and hide requests from routes.
    serviceWorkers: 'block',
    ...contextOptions,
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const page = await context.newPage()
  if (SLOWDOWN > 1) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  }
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  await page.goto(url + path)
  if (contextOptions.javaScriptEnabled !== false) await untilReady(page)
  return { page, pageErrors }
}

/** Starts a server on a database in memory, with simulated prices that move by themselves. */
async function startSiteServer(options: SiteOptions): Promise<Server> {
  const { seeded = false, clock = systemClock, limitFactor = LIMIT_FACTOR } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-e2e-'))
  const defaults = { PORT: '0', DATA_DIR: dataDir, PRICE_FEED: 'simulated', LOG_LEVEL: 'warn' }
  const config = readConfig({ ...defaults, ...options.settings })
  const database = seeded ? await openSeededDatabase(clock) : await openTestDatabase()
  mkdirSync(dirname(SERVER_LOG), { recursive: true })
  const log = createLog(config.logLevel, { write: (line) => appendFileSync(SERVER_LOG, line) })
  const server = await startServer({ config, clock, log, database, limitFactor })
  await untilDueWorkIsDone(server)
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** In the production setting a site has neither a clock of its own nor wider limits. */
function startOwnServer(options: SiteOptions): Promise<Server> {
  return authority === null ? startSiteServer(options) : startProductionSite(authority, options)
}

/** Closes a page and its context, even while a test's route handler is still answering. */
async function closePage({ page }: OpenedPage): Promise<void> {
  if (page.isClosed()) return
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

/** Starts a server, unless it is given one, for `browser` to visit. */
export async function startSite(browser: Browser, options: SiteOptions = {}): Promise<RunningSite> {
  const { url, stop, signIn } = options.server ?? (await startOwnServer(options))
  const tokensOf = signIn ?? ((name: string) => signInQuickly(url, name))
  const opened: OpenedPage[] = []
  return {
    url,
    async open({ user, ...pageOptions } = {}) {
      const storageState = user && storageOf(url, await tokensOf(user))
      const one = await openPage(browser, url, {
        ...pageOptions,
        ...(storageState && { storageState }),
      })
      opened.push(one)
      return one
    },
    apiUser: async (name) => apiUserOf(url, await tokensOf(name)),
    openPages: () => opened,
    async close(one) {
      const index = opened.indexOf(one)
      if (index >= 0) opened.splice(index, 1)
      await closePage(one)
    },
    async stop() {
      await Promise.all(opened.map(closePage))
      await stop()
    },
  }
}
