import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectedAppEventBus } from '#api/events.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { JobLock } from '#api/infrastructure/job-lock.ts'
import { createSoleJobLock } from '#api/infrastructure/job-lock.ts'
import { createLog } from '#api/infrastructure/log.ts'
import type { PushFetch } from '#api/push/send-push.ts'
import { type RunningServer, startServer } from '#api/server.ts'
import { type ApiClient, apiClient, claimsOf } from './api-client.ts'
import { signIn, webClient } from './sign-in.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { openTestDatabase } from './test-database.ts'

/** A signed-in user with a client's tokens. */
export interface Person {
  id: number
  token: string
  refreshToken: string
  /** API client with this user's token. */
  api: ApiClient
}

/** The whole server over HTTP, on a fresh database and a test clock. */
export interface TestServer extends RunningServer {
  clock: TestClock
  /** API client of a guest. */
  api: ApiClient
  /** Signs in through the embedded provider. */
  person(name: string): Promise<Person>
  /** Advances the clock as after a sleep and waits until the rounds have caught up. */
  jump(instant: number | string): Promise<void>
}

export interface TestServerOptions {
  /** Initial time; a Saturday inside a Thursday round by default. */
  now?: string
  /** A clock shared with others; replaces `now`. */
  clock?: TestClock
  environment?: Record<string, string>
  /** 1 for the real rate limits; wide open by default. */
  limitFactor?: number
  /** An open, migrated database; a fresh one by default. */
  database?: Database
  /** A bus that reaches other servers. */
  bus?: ConnectedAppEventBus
  /** Job lock of several servers; always held by default. */
  jobLock?: JobLock
  /** Takes the place of the push services; by default every subscription has ended. */
  pushFetch?: PushFetch
}

export const SATURDAY = '2026-11-21T02:30:00.000Z'

/** Starts a server on a free port. `stop` also removes its database and folder. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { now = SATURDAY, environment = {}, limitFactor = 10_000 } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const clock = options.clock ?? testClock(now)
  const defaults = { PORT: '0', DATA_DIR: dataDir, PRICE_FEED: 'simulated', LOG_LEVEL: 'silent' }
  const config = readConfig({ ...defaults, ...environment })
  const log = createLog(config.logLevel)
  const database = options.database ?? (await openTestDatabase())
  const server = await startServer({
    config,
    clock,
    log,
    database,
    limitFactor,
    jobLock: options.jobLock ?? createSoleJobLock(),
    pushFetch: options.pushFetch ?? (async () => new Response(null, { status: 410 })),
    ...(options.bus && { bus: options.bus }),
  })
  const api = apiClient(server.url)
  return {
    ...server,
    clock,
    api,
    person: (name) => signInAs(server, api, name),
    async jump(instant) {
      clock.jump(instant)
      await server.services.sweeper.run()
    },
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function signInAs(server: RunningServer, api: ApiClient, name: string): Promise<Person> {
  const { issuer } = await api.authConfig()
  const { idToken } = await signIn(issuer, webClient(server.url), name)
  const { token, refreshToken } = await api.signIn(idToken)
  return { id: claimsOf(token).id, token, refreshToken, api: api.as(token) }
}
