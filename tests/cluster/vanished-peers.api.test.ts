import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { isDatabaseUnavailable } from '#api/infrastructure/database/temporary-faults.ts'
import { createPostStore } from '#api/modules/posts/store.ts'
import { eventually, within } from '#tests/support/eventually.ts'
import { type SlowProxy, startSlowProxy } from '#tests/support/slow-proxy.ts'
import { createMigratedDatabase, testServerUrl } from '#tests/support/test-database.ts'

/** The counters of both authors are in one of 16 slots. */
const [FIRST, SECOND] = [1, 17]
const PEOPLE = `INSERT INTO user_account (id, login_method, email, nickname, unique_code, created, last_login)
  SELECT id, 'other', id || '@example.com', 'person ' || id, 'code' || id, now(), now()
  FROM unnest(ARRAY[${FIRST}, ${SECOND}]) id`
const LIMIT_MS = 1_000
/** Without limits everything below waits until TCP gives up; a busy machine needs seconds. */
const PATIENCE_MS = 20_000

const post = (userId: number) => ({
  board: 'frees' as const,
  userId,
  title: 'Tide',
  content: '<p>Tide</p>',
  priority: 99,
  now: Date.parse('2026-11-29T00:00:00Z'),
})
const PID = statement('SELECT pg_backend_pid() AS pid', { pid: column.int })
const HAS_PROCESS = statement('SELECT FROM pg_stat_activity WHERE pid = $1')

// The embedded database runs in the same process.
describe.skipIf(testServerUrl === null)('without any packet', () => {
  let proxy: SlowProxy
  let direct: Database
  let distant: Database
  let drop: () => Promise<void>

  beforeEach(async () => {
    const created = await createMigratedDatabase(testServerUrl ?? '')
    drop = created.drop
    proxy = await startSlowProxy(created.url)
    const options = {
      connections: 1,
      onConnectionError: () => {},
      statementTimeoutMs: LIMIT_MS,
      transactionIdleMs: LIMIT_MS,
    }
    direct = openPostgres({ ...options, url: created.url, statementTimeoutMs: PATIENCE_MS })
    distant = openPostgres({ ...options, url: proxy.url })
    await direct.script(PEOPLE)
  })
  afterEach(async () => {
    // First, because a connection that never answers never closes.
    await proxy?.stop()
    await Promise.all([direct?.close(), distant?.close()])
    await drop?.()
  })

  test('an instance that vanishes within a transaction blocks the others only until the limit', async () => {
    proxy.hangAt('FROM post t')
    const lost = createPostStore(distant).insert(post(FIRST))
    lost.catch(() => {})
    await eventually(proxy.isHanging, { what: 'the post is inserted and not committed' })
    const { insert, list } = createPostStore(direct)
    const stored = await within(insert(post(SECOND)), 'the post of another instance', PATIENCE_MS)
    expect((await list('frees', 1)).posts.map(({ id }) => id)).toEqual([stored])
  })

  test('the instance gets a temporary error when it returns', async () => {
    const work = distant.transaction(async (sql) => {
      const [{ pid } = { pid: 0 }] = await sql.query(PID)
      await eventually(async () => (await direct.query(HAS_PROCESS, [pid])).length === 0, {
        what: 'the server has ended the transaction',
        patience: PATIENCE_MS,
      })
      await sql.query(PID)
    })
    const error: unknown = await work.catch((reason: unknown) => reason)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await distant.query(PID)).toHaveLength(1)
  })

  test.each(['SELECT pg_backend_pid', 'COMMIT'])(
    'a server that vanishes at %s of a transaction ends it, and frees its place in the pool',
    async (text) => {
      await distant.query(statement('SELECT 1'))
      proxy.hangAt(text)
      const work = distant.transaction((sql) => sql.query(PID))
      const outcome = work.catch((reason: unknown) => reason)
      const error: unknown = await within(outcome, 'the transaction', PATIENCE_MS)
      expect(proxy.isHanging()).toBe(true)
      expect(error).toEqual(new Error('Query read timeout'))
      expect(isDatabaseUnavailable(error)).toBe(true)
      proxy.replace()
      expect(await distant.query(PID)).toHaveLength(1)
    },
  )
})
