import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { hourOf } from '#api/market/types.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { VoteList } from '#shared/contract/votes.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { launchBrowser } from '#tests/browser/support/site.ts'
import { type RunningApp, type StartOptions, startApp } from '#tests/desktop/stand-in/start.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startPlannedServer } from '#tests/support/planned-exchange.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** userData folder that outlives a start. */
export interface Profile {
  folder: string
  /** Writes a file into userData. */
  write(name: string, value: object): void
  dispose(): void
}

/** A real server with the real app, as tests use it. */
export interface DesktopSite {
  server: TestServer
  /** userData of the running test; of all tests if `beforeAll` has used it. */
  profile: Profile
  /** Moves the price of the fake exchange; requires `price`. */
  movePrice(price: number): void
  /** Moves the price and waits until the server knows it. */
  reachPrice(price: number): Promise<void>
  /** Id of the newest vote; 0 without one. */
  newestVote(): Promise<number>
  browser: Browser
  start(options?: Partial<StartOptions>): Promise<RunningApp>
}

export interface RunningDesktopSite extends Omit<DesktopSite, 'profile'> {
  /** Running apps. */
  apps(): readonly RunningApp[]
  /** Stops the running apps but `others`; returns errors of their pages. */
  leave(others?: readonly RunningApp[]): Promise<string[]>
  stop(): Promise<void>
}

export function createProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-profile-'))
  return {
    folder,
    write(name, value) {
      mkdirSync(join(folder, 'userData'), { recursive: true })
      writeFileSync(join(folder, 'userData', `${name}.json`), JSON.stringify(value))
    },
    // Windows releases the files of an ended process late.
    dispose: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  }
}

/** The policy of Electron's windows: sounds need no click. */
const AUTOPLAY = '--autoplay-policy=no-user-gesture-required'

/** Interval at which the server clock advances, milliseconds. */
const BEAT_MS = 100

/**
 * Starts server and app. The server clock follows real time. With `price` the market is a fake
 * Binance at that price, else the simulated one.
 */
export async function startDesktopSite(price?: number): Promise<RunningDesktopSite> {
  const now = new Date().toISOString()
  const planned = price === undefined ? null : await startPlannedServer([[now, price]], now)
  const server = planned ?? (await startTestServer({ now }))
  const beat = setInterval(() => {
    server.clock.advance(Math.max(0, Date.now() - server.clock.now()))
  }, BEAT_MS)
  const browser = await launchBrowser(undefined, [AUTOPLAY])
  const apps = new Set<RunningApp>()
  const leave = async (others: readonly RunningApp[] = []) => {
    const left = [...apps].filter((app) => !others.includes(app))
    for (const app of left) apps.delete(app)
    await Promise.all(left.map((app) => app.dispose()))
    return left.flatMap((app) => app.world.pages.errors)
  }
  const movePrice = (next: number) => {
    if (!planned) throw new Error('the price of the simulated market cannot be set')
    const { faults } = planned.exchange
    const price = next.toFixed(2)
    faults.price = () => price
    // An hour that begins during the test opens at this price too.
    faults.opens.set(hourOf(server.clock.now()) + HOUR_MS, price)
  }
  return {
    server,
    browser,
    apps: () => [...apps],
    movePrice,
    async reachPrice(next) {
      movePrice(next)
      let known = ''
      const look = async () => {
        known = (await server.api.get(VoteSummary, '/vote/summary')).price?.value ?? ''
      }
      await eventually(() => Number(known) === next, { step: look })
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

/** Pop-up request of a page. */
export const popupDetails = (url: string): Electron.HandlerDetails => ({
  url,
  frameName: '',
  features: '',
  disposition: 'foreground-tab',
  referrer: { url: '', policy: 'default' },
})
