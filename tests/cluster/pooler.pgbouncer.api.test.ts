import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { backup } from '#api/commands/backup.ts'
import { restore } from '#api/commands/restore.ts'
import { createPostgresEvents } from '#api/infrastructure/bus/postgres-events.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { isTransactionPooler, tracksStatements } from '#api/infrastructure/database/pooler.ts'
import { openSession } from '#api/infrastructure/database/session.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { startPgBouncer } from '#build/setup/pgbouncer.mjs'
import { CreatePostReply, PostList } from '#shared/contract/posts.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { readBusMetrics } from '#tests/support/bus-metrics.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { testClock } from '#tests/support/test-clock.ts'
import {
  createMigratedDatabase,
  createTestDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'

const SECRET = 'the same secret for both of the servers'
const NEITHER = 'leads to a transaction pooler, which carries neither LISTEN nor session locks'
const CURE = 'to the server, or to a pooler in session mode.\n'

/** The same database through a pooler. */
function through(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.port = `${port}`
  return url.href
}

const session = (url: string) =>
  openSession({ url, name: 'tidemark-test', timeoutMs: 5_000, onLost: () => {} })

async function metric(child: ChildServer, name: string): Promise<number> {
  const text = await (await fetch(`${await child.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

// The embedded database has no connections to pool.
describe.skipIf(testServerUrl === null)('behind PgBouncer', () => {
  let place: ChildPlace
  let direct: string
  let byTransaction: string
  let bySession: string
  const poolers: { stop(): Promise<void> }[] = []

  const startPooler = async (mode: 'transaction' | 'session') => {
    const port = await freePort()
    poolers.push(await startPgBouncer(direct, port, mode))
    return through(direct, port)
  }

  beforeAll(async () => {
    place = await childPlace()
    direct = place.databaseUrl ?? ''
    byTransaction = await startPooler('transaction')
    bySession = await startPooler('session')
  })
  afterAll(async () => {
    await place?.dispose()
    for (const pooler of poolers) await pooler.stop()
  })

  /** What a start prints before it exits. */
  const refusal = async (settings: Record<string, string>) => {
    const child = place.start(settings)
    await child.url.catch(() => {})
    if (child.output().out !== '') throw new Error('it started')
    expect(await child.exited).toBe(1)
    return child.output().errors
  }

  test('recognizes a transaction pooler, also while others use its connections', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await isTransactionPooler(byTransaction)).toBe(true)
      expect(await isTransactionPooler(bySession)).toBe(false)
      expect(await isTransactionPooler(direct)).toBe(false)
    }
    const others = await Promise.all(Array.from({ length: 8 }, () => session(byTransaction)))
    let isBusy = true
    const busy = others.map(async (other) => {
      while (isBusy) await other.query(statement('SELECT pg_sleep(0.001)'))
    })
    expect(await isTransactionPooler(byTransaction)).toBe(true)
    isBusy = false
    await Promise.all(busy)
    await Promise.all(others.map((other) => other.close()))
  })

  test('refuses it as the only address, without a trace of a session on its connections', async () => {
    const error = await refusal({ DATABASE_URL: byTransaction })
    expect(error).toBe(`DATABASE_URL ${NEITHER}: set DATABASE_DIRECT_URL ${CURE}`)
    const pooled = await session(byTransaction)
    const columns = { limit: column.text, channels: column.int, locks: column.int }
    const [left] = await pooled.query(
      statement(
        `SELECT current_setting('idle_session_timeout') AS limit,
           (SELECT count(*)::int FROM pg_listening_channels()) AS channels,
           (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`,
        columns,
      ),
    )
    expect(left).toEqual({ limit: '0', channels: 0, locks: 0 })
    await pooled.close()
  })

  test('refuses it as the direct address, and one that leads to another database', async () => {
    expect(await refusal({ DATABASE_URL: direct, DATABASE_DIRECT_URL: byTransaction })).toBe(
      `DATABASE_DIRECT_URL ${NEITHER}: set it ${CURE}`,
    )
    const other = await createTestDatabase(testServerUrl ?? '')
    expect(await refusal({ DATABASE_URL: byTransaction, DATABASE_DIRECT_URL: other.url })).toBe(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL.\n',
    )
    await other.drop()
  })

  test('refuses it for a backup', async () => {
    const config = readConfig({ DATABASE_URL: byTransaction })
    const print = () => {}
    const deps = { config, clock: systemClock, log: createLog('silent'), print, printError: print }
    await expect(backup([join(place.folder, 'backup')], deps)).rejects.toThrow(NEITHER)
  })

  test('backs up and restores through a pooler in session mode', async () => {
    const source = await createMigratedDatabase(testServerUrl ?? '')
    const config = readConfig({
      DATABASE_URL: through(source.url, Number(new URL(bySession).port)),
    })
    const errors: string[] = []
    const deps = {
      config,
      clock: systemClock,
      log: createLog('silent'),
      print() {},
      printError: (line: string) => errors.push(line),
    }
    const file = join(place.folder, 'session.backup')
    expect(await backup([file], deps)).toBe(0)
    expect(await restore([file, '--force'], deps)).toBe(0)
    expect(errors).toEqual([])
    await source.drop()
  })

  describe.each([
    ['a transaction pooler with a direct address', () => [byTransaction, direct]],
    ['a session pooler', () => [bySession, bySession]],
  ])('two instances on %s', (_, addresses) => {
    let instances: ChildServer[] = []

    beforeAll(async () => {
      const [DATABASE_URL = '', DATABASE_DIRECT_URL = ''] = addresses()
      const settings = { DATABASE_URL, DATABASE_DIRECT_URL, JWT_SECRET: SECRET }
      instances = [place.start(settings), place.start(settings)]
      await Promise.all(instances.map(({ url }) => url))
    })
    afterAll(async () => {
      for (const instance of instances) instance.signal('SIGTERM')
      expect(await Promise.all(instances.map(({ exited }) => exited))).toEqual([0, 0])
    })

    test('have one owner of the jobs, and two at none of 30 samples', async () => {
      const owners = async () => {
        const held = instances.map((one) => metric(one, 'tidemark_job_lock_held'))
        return (await Promise.all(held)).reduce((sum, one) => sum + one, 0)
      }
      const hasOwner = () => eventually(async () => (await owners()) === 1, { what: 'an owner' })
      await hasOwner()
      for (let sample = 0; sample < 30; sample++) {
        // None for a moment where the database did not answer within 3 s.
        expect(await owners()).toBeLessThanOrEqual(1)
        await Bun.sleep(100)
      }
      await hasOwner()
    })

    test('show each other their writes by events, and answer every request', async () => {
      const [here = '', there = ''] = await Promise.all(instances.map(({ url }) => url))
      const { issuer } = await apiClient(here).authConfig()
      const { idToken } = await signIn(issuer, serverClient(here), 'Mina')
      const mina = apiClient(here).as((await apiClient(here).signIn(idToken)).token)
      await apiClient(there).get(PostList, '/posts/frees?page=1')
      const received = async () => Number((await readBusMetrics(there)).received_total)
      const before = await received()
      const { id } = await mina.call(CreatePostReply, 'POST', '/posts/frees', {
        content: '<p>A post.</p>',
      })
      // The list can come from the database, and have the post before the event has arrived.
      await eventually(async () => (await received()) > before, {
        what: 'the other instance has received an event',
      })
      const { posts } = await apiClient(there).get(PostList, '/posts/frees?page=1')
      expect(posts.map((post) => post.id)).toContain(id)
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          fetch(`${index % 2 ? here : there}/api/v1/posts/frees/${id}`),
        ),
      )
      expect(new Set(replies.map(({ status }) => status < 500))).toEqual(new Set([true]))
    })
  })

  test('names no statements on connections of a pooler that passes names through', async () => {
    expect(await tracksStatements(byTransaction)).toBe(false)
    const pooled = await session(byTransaction)
    const names = statement('SELECT count(*)::int AS count FROM pg_prepared_statements', {
      count: column.int,
    })
    expect(await pooled.query(names)).toEqual([{ count: 0 }])
    await pooled.close()
  })

  test('the bus notices that its notifications do not arrive any more', async () => {
    const clock = testClock(0)
    const transport = createPostgresEvents({ url: byTransaction, clock })
    const states: string[] = []
    await transport.start({
      onMessage() {},
      onDisconnect: (error) => states.push(error.message),
      onReconnect: () => states.push('back'),
    })
    // Holds the connection that listens, so that the pooler uses another one for the next echo.
    const holder = await session(byTransaction)
    await holder.query(statement('BEGIN'))
    clock.advance(9_999)
    expect(states).toEqual([])
    await eventually(() => states.length > 0, {
      step: () => clock.advance(50),
      what: 'the bus is disconnected',
    })
    expect(states[0]).toBe('it accepts LISTEN and delivers no notification')
    await holder.close()
    await transport.stop()
  })
})
