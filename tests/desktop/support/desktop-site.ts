import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { VoteList } from '#shared/contract/votes.ts'
import { launchBrowser } from '#tests/browser/support/site.ts'
import { type RunningApp, type StartOptions, startApp } from '#tests/desktop/stand-in/start.ts'
import { startPlannedServer } from '#tests/support/planned-exchange.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Where the pages of the app are on the stand-in; the true `app://tidemark` needs no setting. */
const STAND_IN_ORIGIN = 'http://tidemark.localhost'
const ENVIRONMENT = { CORS_ORIGINS: STAND_IN_ORIGIN }

/** The folder of a person's app, which outlives its starts. */
export interface Profile {
  folder: string
  /** Writes a file of the app as if it had kept it. */
  keep(name: string, value: object): void
  dispose(): void
}

/** The real server, and the real app in front of it. */
export interface DesktopSite {
  server: TestServer
  /** Moves the price of the stand-in's exchange; the server has to have been started with one. */
  movePrice(price: number): void
  /** The id of the newest vote; 0 before there is one. */
  newestVote(): Promise<number>
  browser: Browser
  start(options?: Partial<StartOptions>): Promise<RunningApp>
  /** Ends the apps that still run, and answers what went wrong on their pages. */
  leave(): Promise<string[]>
  stop(): Promise<void>
}

export function makeProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-profile-'))
  return {
    folder,
    keep(name, value) {
      mkdirSync(join(folder, 'userData'), { recursive: true })
      writeFileSync(join(folder, 'userData', `${name}.json`), JSON.stringify(value))
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** How often the clock of the server is moved on, milliseconds. */
const BEAT_MS = 100

/**
 * Starts both. The server's clock is at the present and runs on with the time. With `price` its
 * market is a stand-in's of Binance that has always stood there, else an invented one.
 */
export async function startDesktopSite(price?: number): Promise<DesktopSite> {
  const now = new Date().toISOString()
  const planned =
    price === undefined ? null : await startPlannedServer([[now, price]], now, ENVIRONMENT)
  const server = planned ?? (await startTestServer({ now, environment: ENVIRONMENT }))
  const beat = setInterval(() => {
    server.clock.advance(Math.max(0, Date.now() - server.clock.now()))
  }, BEAT_MS)
  const browser = await launchBrowser()
  const apps = new Set<RunningApp>()
  const leave = async () => {
    const left = [...apps]
    apps.clear()
    await Promise.all(left.map((app) => app.dispose()))
    return left.flatMap((app) => app.world.pages.errors)
  }
  return {
    server,
    browser,
    movePrice(next) {
      if (!planned) throw new Error('this market is an invented one')
      planned.exchange.faults.price = () => next.toFixed(2)
    },
    async newestVote() {
      const { posts } = await server.api.get(VoteList, '/votes?page=1')
      return posts[0]?.id ?? 0
    },
    async start(options) {
      const app = await startApp({ browser, apiOrigin: server.url, ...options })
      apps.add(app)
      return app
    },
    leave,
    async stop() {
      await leave()
      clearInterval(beat)
      await browser.close()
      await server.stop()
    },
  }
}

/** What a page that wants a window of its own asks for. */
export const wish = (url: string): Electron.HandlerDetails => ({
  url,
  frameName: '',
  features: '',
  disposition: 'foreground-tab',
  referrer: { url: '', policy: 'default' },
})
