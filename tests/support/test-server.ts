import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectedAppEventBus } from '#api/events.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import type { JobLock } from '#api/infrastructure/job-lock.ts'
import { createSoleJobLock } from '#api/infrastructure/job-lock.ts'
import { createLog } from '#api/infrastructure/log.ts'
import type { PushFetch } from '#api/modules/notifications/push/send-push.ts'
import { type RunningServer, startServer } from '#api/server/server.ts'
import type { TokenPair } from '#shared/contract/auth.ts'
import { type ApiClient, apiClient, claimsOf } from './api-client.ts'
import { untilDueWorkIsDone } from './due-work.ts'
import { authority, startProductionFront } from './production-front.ts'
import { serverClient, signIn } from './sign-in.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { createMigratedDatabase, openTestDatabase, testServerUrl } from './test-database.ts'

/** A signed-in user with a client's tokens. */
export interface Person {
  id: number
  token: string
  refreshToken: string
  /** API client with this user's token. */
  api: ApiClient
}

/** The whole server on a fresh database and a test clock; over TLS in the production setting. */
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
  /** Returns while work that is due at the start is still in progress. */
  isBusy?: boolean
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
  const setting = authority === null ? null : await openProduction(authority, clock)
  const config = readConfig({ ...defaults, ...setting?.environment, ...environment })
  const log = createLog(config.logLevel)
  const database = options.database ?? setting?.database ?? (await openTestDatabase())
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
  if (!options.isBusy) await untilDueWorkIsDone(server)
  await setting?.open([server.port])
  const url = setting?.url ?? server.url
  const api = apiClient(url)
  return {
    ...server,
    url,
    clock,
    api,
    person: async (name) =>
      personOf(api, await (setting?.signIn(name) ?? signInLocally(api, url, name))),
    async jump(instant) {
      clock.jump(instant)
      await server.services.sweeper.run()
      await server.services.rankWriter.run()
    },
    async stop() {
      await server.stop()
      await setting?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What is around a server in the production setting, with a database of its own. */
async function openProduction(folder: string, clock: TestClock) {
  const front = await startProductionFront(folder, clock)
  const { url, drop } = await createMigratedDatabase(testServerUrl ?? '')
  const database = openPostgres({ url, connections: 5, onConnectionError: () => {} })
  const environment = { ...front.environment, DATABASE_URL: url }
  const stop = async () => {
    await drop()
    await front.stop()
  }
  return { ...front, database, environment, stop }
}

/** Signs in at the embedded provider. */
async function signInLocally(api: ApiClient, url: string, name: string): Promise<TokenPair> {
  const { issuer } = await api.authConfig()
  const { idToken } = await signIn(issuer, serverClient(url), name)
  return api.signIn(idToken)
}

function personOf(api: ApiClient, { token, refreshToken }: TokenPair): Person {
  return { id: claimsOf(token).id, token, refreshToken, api: api.as(token) }
}
