import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startBrowser } from '#tests/e2e/support/site.ts'
import { type PlannedPrice, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { type RunningApp, type StartOptions, startApp } from '../stand-in/start.ts'

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

/**
 * Starts both; the server's clock stands at the present. With `plan` the price goes by it, as the
 * clock is moved on.
 */
export async function startDesktopSite(plan?: readonly PlannedPrice[]): Promise<DesktopSite> {
  const now = new Date().toISOString()
  const server = plan
    ? await startPlannedServer(plan, now, ENVIRONMENT)
    : await startTestServer({ now, environment: ENVIRONMENT })
  const browser = await startBrowser()
  const apps = new Set<RunningApp>()
  const leave = async () => {
    const left = [...apps]
    apps.clear()
    await Promise.all(left.map((app) => app.dispose()))
    return left.flatMap((app) => app.world.pages.complaints)
  }
  return {
    server,
    browser,
    async start(options) {
      const app = await startApp({ browser, apiOrigin: server.url, ...options })
      apps.add(app)
      return app
    },
    leave,
    async stop() {
      await leave()
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
