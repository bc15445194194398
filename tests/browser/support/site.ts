import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { startServer } from '#api/server.ts'
import { chromiumFlags, ensureChromium } from '#build/setup/chromium.mjs'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { openSeededDatabase } from './seeded-database.ts'
import { type Bystander, bystander, signInQuickly, storageOf } from './session.ts'

/** How long a page may take to show what is waited for, on a busy machine. */
const PATIENCE_MS = 15_000

/** How long the server and the browser may take to start beside other work. */
export const START_PATIENCE_MS = 120_000

/** The limits of requests are for strangers: many people of a test share one address. */
const LIMIT_FACTOR = 1000

/** How many times slower than it is a page's processor plays, to find tests that race the page. */
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1)

/** A page that is left open goes on drawing prices; no test looks at more of them at once. */
const MOST_OPEN = 4

export interface VisitOptions extends BrowserContextOptions {
  /** The path to open; the home screen by default. */
  path?: string
}

export interface SiteVisitOptions extends VisitOptions {
  /** Who is signed in already, by name; a guest by default. */
  user?: string
}

/** A page with all that went wrong on it. */
export interface Visit {
  page: Page
  /** Console errors, thrown errors and violations of the content security policy, as they come. */
  complaints: string[]
}

export interface SiteOptions {
  /** Filled with the demo of `npm run seed`; empty by default. */
  seeded?: boolean
  /** Settings of the server beside those of a test, such as ADMIN_EMAILS. */
  settings?: Record<string, string>
  /** What the server goes by; the system's clock by default. */
  clock?: Clock
  /** 1 for the limits of requests as they are; wide open by default. */
  limitFactor?: number
  /** One that the test has started, with a clock or an exchange that it moves; `stop` ends it too. */
  server?: Host
}

/** A server that a site stands on. */
interface Host {
  url: string
  stop(): Promise<void>
}

/** The real server with the real web build, and a real browser to look at it. */
export interface Site {
  url: string
  /** Opens the site in a browser that has never been there. The page opened four visits before is closed. */
  visit(options?: SiteVisitOptions): Promise<Visit>
  /** Signs somebody in who does not sit at the browser. */
  person(name: string): Promise<Bystander>
  /** Everything that went wrong on any page so far. */
  complaints(): string[]
  /** Closes every page, and answers what went wrong on them. */
  leave(): Promise<string[]>
  stop(): Promise<void>
}

/** What a person reads in an element, on one line, once it is there. */
export async function textOf(locator: Locator): Promise<string> {
  await locator.first().waitFor()
  const [text = ''] = await locator.first().allInnerTexts()
  return text.replace(/\s+/g, ' ').trim()
}

/** Starts a browser of one's own. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
}

let shared: Promise<Browser> | undefined

/** The browser of all files of this process; it ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = startBrowser()
  return shared
}

/** Opens a page that has never been anywhere, and listens to what goes wrong on it. */
export async function openPage(
  browser: Browser,
  url: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const { path = '/', ...context } = options
  const own = await browser.newContext({ locale: 'en-US', timezoneId: 'Asia/Seoul', ...context })
  own.setDefaultTimeout(PATIENCE_MS)
  const page = await own.newPage()
  if (SLOWDOWN > 1) {
    const inspector = await own.newCDPSession(page)
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  }
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

/** Starts a server on a database in memory, with invented prices that move by themselves. */
async function startHost(options: SiteOptions): Promise<Host> {
  const { seeded = false, clock = systemClock, limitFactor = LIMIT_FACTOR } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-e2e-'))
  const defaults = { PORT: '0', DATA_DIR: dataDir, PRICE_FEED: 'simulated', LOG_LEVEL: 'silent' }
  const config = readConfig({ ...defaults, ...options.settings })
  const database = seeded ? await openSeededDatabase(clock) : await openTestDatabase()
  const log = createLog(config.logLevel)
  const server = await startServer({ config, clock, log, database, limitFactor })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Closes a page for good, even while a test still answers for the server on it. */
async function close({ page }: Visit): Promise<void> {
  if (page.isClosed()) return
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

/** Puts the browser in front of a server, one of its own unless it is given one. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const { url, stop } = options.server ?? (await startHost(options))
  const browser = await sharedBrowser()
  const visits: Visit[] = []
  return {
    url,
    async visit({ user, ...wish } = {}) {
      const storageState = user && storageOf(url, await signInQuickly(url, user))
      const visit = await openPage(browser, url, { ...wish, ...(storageState && { storageState }) })
      const oldest = visits.at(-MOST_OPEN)
      if (oldest) await close(oldest)
      visits.push(visit)
      return visit
    },
    person: (name) => bystander(url, name),
    complaints: () => visits.flatMap(({ complaints }) => complaints),
    async leave() {
      const left = visits.splice(0)
      await Promise.all(left.map(close))
      return left.flatMap(({ complaints }) => complaints)
    },
    async stop() {
      await Promise.all(visits.map(close))
      await stop()
    },
  }
}
