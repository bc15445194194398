import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { type OpenSessionStore, sessionCases, tokenOf } from '#tests/support/session-cases.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createSessions, REUSE_GRACE, refreshTokenHash } from './sessions.ts'
import { createSessionStore } from './store.ts'

const USER = 7
const secret = Buffer.alloc(32, 7)

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(
    statement(
      `INSERT INTO user_account (id, login_method, email, nickname, unique_code,
       created, last_login) VALUES ($1, 'other', 'a@b.example', 'a', 'AAAAAA', now(), now())`,
    ),
    [USER],
  )
})
afterAll(() => database.close())

/** The store on a database without sessions, with direct access to its tables. */
async function newStore(): Promise<OpenSessionStore> {
  await database.query(statement('DELETE FROM session'))
  return {
    ...createSessionStore(database),
    async liveTokens(sessionId) {
      const rows = await database.query(
        statement('SELECT 1 FROM refresh_token WHERE session_id = $1 AND rotated_at IS NULL'),
        [sessionId],
      )
      return rows.length
    },
    async session(sessionId) {
      const row = await database.prisma.session.findUnique({ where: { id: sessionId } })
      if (!row) return undefined
      const { id, userId, created, lastUsed, expires, revoked } = row
      return {
        id,
        userId,
        created: created.getTime(),
        lastUsed: lastUsed.getTime(),
        expires: expires.getTime(),
        revoked: revoked?.getTime() ?? null,
      }
    },
    async hashes() {
      const rows = await database.query(
        statement('SELECT hash FROM refresh_token', { hash: column.bytes }),
      )
      return rows.map(({ hash }) => Buffer.from(hash).toString('hex'))
    },
  }
}

describe('sessions in the database', () => {
  sessionCases(newStore, 25)
})

async function createStoredSessions() {
  const clock = testClock('2026-11-05T12:00:00Z')
  const store = await newStore()
  return { clock, store, sessions: createSessions({ store, clock, secret }) }
}

describe('concurrent calls', () => {
  test('fifty refreshes of one token return the same live successor', async () => {
    const { sessions, store, clock } = await createStoredSessions()
    const { refreshToken, sessionId } = await sessions.open(USER)
    const results = await Promise.all(
      Array.from({ length: 50 }, () => tokenOf(sessions.refresh(refreshToken))),
    )
    expect(new Set(results).size).toBe(1)
    expect(await store.liveTokens(sessionId)).toBe(1)
    expect(await store.hashes()).toHaveLength(2)
    clock.advance(REUSE_GRACE)
    expect(await tokenOf(sessions.refresh(refreshToken))).toBe(results[0] ?? '')
    expect(await sessions.refresh(results[0] ?? '')).toMatchObject({ ok: true })
  })

  test('one of fifty rotations returns true', async () => {
    const { sessions, store, clock } = await createStoredSessions()
    const { refreshToken, sessionId } = await sessions.open(USER)
    const won = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        store.rotate({
          sessionId,
          hash: refreshTokenHash(refreshToken),
          successorHash: refreshTokenHash(`${index}`),
          now: clock.now(),
          expires: clock.now() + DAY_MS,
        }),
      ),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await store.liveTokens(sessionId)).toBe(1)
  })

  test('a sign-out among refreshes leaves no valid token in the family', async () => {
    for (let round = 0; round < 10; round++) {
      const { sessions } = await createStoredSessions()
      const { refreshToken } = await sessions.open(USER)
      // The sign-out has another position among the refreshes each time.
      const jobs = Array.from({ length: 10 }, (_, index) =>
        index === round ? sessions.close(refreshToken) : sessions.refresh(refreshToken),
      )
      const results = await Promise.all(jobs)
      const tokens = results.flatMap((result) =>
        typeof result === 'object' && result.ok ? [result.refreshToken] : [],
      )
      for (const token of [refreshToken, ...tokens]) {
        expect(await sessions.refresh(token)).toMatchObject({ ok: false })
      }
    }
  })

  test('two sign-outs store the first instant', async () => {
    const { sessions, store, clock } = await createStoredSessions()
    const { sessionId } = await sessions.open(USER)
    const at = clock.now()
    await sessions.revoke(sessionId)
    clock.advance(1000)
    await sessions.revoke(sessionId)
    expect((await store.session(sessionId))?.revoked).toBe(at)
  })
})

describe('the session store', () => {
  test('lists revoked sessions, latest first, up to the limit', async () => {
    const { sessions, store, clock } = await createStoredSessions()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      const { sessionId } = await sessions.open(USER)
      clock.advance(1000)
      await sessions.revoke(sessionId)
      ids.push(sessionId)
    }
    const since = (ago: number, limit: number) => store.revokedSince(clock.now() - ago, limit)
    const found = await since(2000, 10)
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(found[0]?.revoked).toBe(clock.now())
    expect(await since(1000, 10)).toHaveLength(2)
    expect((await since(2000, 1)).map(({ id }) => id)).toEqual(ids.slice(2))
  })

  test('deletes and counts ended sessions and their tokens only', async () => {
    const { sessions, store, clock } = await createStoredSessions()
    const ended = await sessions.open(USER)
    let { refreshToken } = ended
    for (let step = 0; step < 3; step++)
      refreshToken = await tokenOf(sessions.refresh(refreshToken))
    const live = await sessions.open(USER)
    await sessions.revoke(ended.sessionId)
    const before = clock.now()
    expect(await store.deleteEnded(before, before)).toBe(0)
    // One session with four tokens, one of them live.
    expect(await store.deleteEnded(before + 1, before - DAY_MS)).toBe(5)
    expect(await store.hashes()).toEqual([
      Buffer.from(refreshTokenHash(live.refreshToken)).toString('hex'),
    ])
    expect(await store.session(ended.sessionId)).toBeUndefined()
  })

  test('creates session and token atomically', async () => {
    const { store, clock, sessions } = await createStoredSessions()
    const { refreshToken } = await sessions.open(USER)
    const session = {
      id: crypto.randomUUID(),
      userId: USER,
      created: clock.now(),
      lastUsed: clock.now(),
      expires: clock.now() + DAY_MS,
      revoked: null,
    }
    const taken = refreshTokenHash(refreshToken)
    const device = { app: '', system: '' }
    expect(await store.create(session, taken, device).catch(() => 'refused')).toBe('refused')
    expect(await store.session(session.id)).toBeUndefined()
  })
})
