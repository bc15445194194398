import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  ABSOLUTE_TIMEOUT,
  createSessions,
  IDLE_TIMEOUT,
  REUSE_GRACE,
  refreshTokenHash,
  successorOf,
} from '#api/modules/auth/sessions.ts'
import type { Session, SessionStore } from '#api/modules/auth/store.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { testClock } from './test-clock.ts'

const secret = Buffer.alloc(32, 7)

type MaybeLater<Value> = Value | Promise<Value>

/** An inspectable session store. */
export interface OpenSessionStore extends SessionStore {
  /** Number of unspent tokens of a session. */
  liveTokens(sessionId: string): MaybeLater<number>
  session(sessionId: string): MaybeLater<Session | undefined>
  /** Every stored hash, as hex. */
  hashes(): MaybeLater<string[]>
}

/** The refresh token of a result; fails on an error. */
export async function tokenOf(
  result: Promise<{ ok: boolean; refreshToken?: string }>,
): Promise<string> {
  const { refreshToken } = await result
  if (!refreshToken) throw new Error(`refused: ${JSON.stringify(await result)}`)
  return refreshToken
}

/** Sessions on any store: `newStore` returns an empty one with user 7, `runs` counts interleavings. */
export function sessionCases(newStore: () => MaybeLater<OpenSessionStore>, runs: number): void {
  const createTestSessions = async () => {
    const clock = testClock('2026-11-05T12:00:00Z')
    const store = await newStore()
    const revoked: string[] = []
    const onRevoked = (sessionId: string) => revoked.push(sessionId)
    return { clock, store, revoked, sessions: createSessions({ store, clock, secret, onRevoked }) }
  }

  describe('refresh tokens', () => {
    test('are 256 bits, never repeat, and only their hash is stored', async () => {
      const { sessions, store } = await createTestSessions()
      const one = await sessions.open(7)
      const other = await sessions.open(7)
      expect(Buffer.from(one.refreshToken, 'base64url')).toHaveLength(32)
      expect(one.refreshToken).not.toBe(other.refreshToken)
      const hash = Buffer.from(refreshTokenHash(one.refreshToken))
      expect(await store.hashes()).toContain(hash.toString('hex'))
      const token = Buffer.from(one.refreshToken, 'base64url')
      expect((await store.hashes()).join()).not.toContain(token.toString('hex'))
    })

    test('are replaced at every refresh, in the same session of the same user', async () => {
      const { sessions, store } = await createTestSessions()
      const opened = await sessions.open(7)
      const result = await sessions.refresh(opened.refreshToken)
      expect(result).toMatchObject({ ok: true, userId: 7, sessionId: opened.sessionId })
      expect(await tokenOf(Promise.resolve(result))).not.toBe(opened.refreshToken)
      expect(await store.liveTokens(opened.sessionId)).toBe(1)
    })

    test('of the next step cannot be worked out without the server’s secret', async () => {
      const { store, clock, sessions } = await createTestSessions()
      const [one, other] = [await sessions.open(7), await sessions.open(7)]
      const elsewhere = createSessions({ store, clock, secret: Buffer.alloc(32, 8) })
      const guess = successorOf(one.refreshToken, secret)
      expect(await tokenOf(elsewhere.refresh(one.refreshToken))).not.toBe(guess)
      const known = successorOf(other.refreshToken, secret)
      expect(await tokenOf(sessions.refresh(other.refreshToken))).toBe(known)
    })

    test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(44), `${'x'.repeat(42)}=`, '\0'.repeat(43)])(
      '%j is unknown',
      async (token) => {
        const { sessions } = await createTestSessions()
        await sessions.open(7)
        expect(await sessions.refresh(token)).toEqual({ ok: false, failure: 'unknown' })
        await sessions.close(token)
      },
    )
  })

  describe('a token that comes back', () => {
    test('two at the same moment get the same successor', async () => {
      const { sessions, store } = await createTestSessions()
      const { refreshToken, sessionId } = await sessions.open(7)
      const [one, other] = await Promise.all([
        tokenOf(sessions.refresh(refreshToken)),
        tokenOf(sessions.refresh(refreshToken)),
      ])
      expect(one).toBe(other)
      expect(await store.liveTokens(sessionId)).toBe(1)
      expect(await sessions.refresh(one)).toMatchObject({ ok: true })
    })

    test('within the grace gets the live token, even several steps on', async () => {
      const { sessions, clock } = await createTestSessions()
      const { refreshToken } = await sessions.open(7)
      let live = refreshToken
      for (let step = 0; step < 5; step++) live = await tokenOf(sessions.refresh(live))
      clock.advance(REUSE_GRACE)
      expect(await tokenOf(sessions.refresh(refreshToken))).toBe(live)
    })

    test('after the grace revokes the family, the live token with it', async () => {
      const { sessions, clock, revoked, store } = await createTestSessions()
      const { refreshToken, sessionId } = await sessions.open(7)
      const live = await tokenOf(sessions.refresh(refreshToken))
      clock.advance(REUSE_GRACE + 1)
      expect(await sessions.refresh(refreshToken)).toEqual({ ok: false, failure: 'reused' })
      expect(revoked).toEqual([sessionId])
      expect((await store.session(sessionId))?.revoked).toBe(clock.now())
      expect(await sessions.refresh(live)).toEqual({ ok: false, failure: 'revoked' })
    })

    test('leaves the user’s other sessions alone', async () => {
      const { sessions, clock } = await createTestSessions()
      const stolen = await sessions.open(7)
      const other = await sessions.open(7)
      await sessions.refresh(stolen.refreshToken)
      clock.advance(REUSE_GRACE + 1)
      await sessions.refresh(stolen.refreshToken)
      expect(await sessions.refresh(other.refreshToken)).toMatchObject({ ok: true })
    })
  })

  describe('the end of a session', () => {
    test('signing out revokes it, by the live token or a spent one', async () => {
      for (const spent of [false, true]) {
        const { sessions, clock, revoked } = await createTestSessions()
        const { refreshToken, sessionId } = await sessions.open(7)
        const live = await tokenOf(sessions.refresh(refreshToken))
        clock.advance(DAY_MS)
        await sessions.close(spent ? refreshToken : live)
        expect(revoked).toEqual([sessionId])
        expect(await sessions.refresh(live)).toEqual({ ok: false, failure: 'revoked' })
      }
    })

    test('signing out while refreshing never leaves a usable token', async () => {
      const { sessions } = await createTestSessions()
      const { refreshToken } = await sessions.open(7)
      const [result] = await Promise.all([
        sessions.refresh(refreshToken),
        sessions.close(refreshToken),
      ])
      const last = result.ok ? result.refreshToken : refreshToken
      expect(await sessions.refresh(last)).toMatchObject({ ok: false })
    })

    test('thirty days unused', async () => {
      const { sessions, clock } = await createTestSessions()
      const { refreshToken } = await sessions.open(7)
      clock.advance(IDLE_TIMEOUT - 1)
      const next = await tokenOf(sessions.refresh(refreshToken))
      clock.advance(IDLE_TIMEOUT)
      expect(await sessions.refresh(next)).toEqual({ ok: false, failure: 'expired' })
    })

    test('ninety days after sign-in, however busy', async () => {
      const { sessions, clock } = await createTestSessions()
      let { refreshToken } = await sessions.open(7)
      for (let day = 1; day < ABSOLUTE_TIMEOUT / DAY_MS; day++) {
        clock.advance(DAY_MS)
        refreshToken = await tokenOf(sessions.refresh(refreshToken))
      }
      clock.advance(DAY_MS - 1)
      refreshToken = await tokenOf(sessions.refresh(refreshToken))
      clock.advance(1)
      expect(await sessions.refresh(refreshToken)).toEqual({ ok: false, failure: 'expired' })
    })

    test('the sweep keeps what matters and deletes the rest', async () => {
      const { sessions, clock, store } = await createTestSessions()
      const { refreshToken, sessionId } = await sessions.open(7)
      const live = await tokenOf(sessions.refresh(refreshToken))
      clock.advance(7 * DAY_MS)
      expect(await sessions.sweep()).toBe(0)
      clock.advance(1)
      expect(await sessions.sweep()).toBe(1)
      expect(await store.liveTokens(sessionId)).toBe(1)
      await sessions.close(live)
      clock.advance(DAY_MS)
      expect(await sessions.sweep()).toBe(0)
      clock.advance(1)
      expect(await sessions.sweep()).toBe(2)
    })
  })

  test('in any interleaving: one live token at most, spent ones never bring a family back', async () => {
    const step = fc.record({
      token: fc.nat(30),
      parallel: fc.integer({ min: 1, max: 3 }),
      wait: fc.constantFrom(0, 1, 1_000, REUSE_GRACE, REUSE_GRACE + 1, DAY_MS, IDLE_TIMEOUT),
      act: fc.constantFrom('refresh', 'refresh', 'refresh', 'refresh', 'close', 'sweep'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.scheduler(),
        async (steps, scheduler) => {
          const { sessions, clock, store, revoked } = await createTestSessions()
          const opened = await sessions.open(7)
          const seen = new Map([[opened.refreshToken, { spentAt: Number.POSITIVE_INFINITY }]])
          let dead = false
          for (const { token, parallel, wait, act } of steps) {
            clock.advance(wait)
            const [text = '', state] = [...seen][token % seen.size] ?? []
            const late = clock.now() - (state?.spentAt ?? 0) > REUSE_GRACE
            if (act === 'sweep') await sessions.sweep()
            else if (act === 'close') {
              await sessions.close(text)
              dead ||= revoked.length > 0
            } else {
              const jobs = Array.from({ length: parallel }, () =>
                scheduler.schedule(Promise.resolve()).then(() => sessions.refresh(text)),
              )
              await scheduler.waitFor(Promise.all(jobs))
              for (const result of await Promise.all(jobs)) {
                if (!result.ok) {
                  dead ||= result.failure !== 'unknown'
                  continue
                }
                expect(dead).toBe(false)
                expect(late).toBe(false)
                expect(result.refreshToken).not.toBe(text)
                if (state) state.spentAt = Math.min(state.spentAt, clock.now())
                seen.set(result.refreshToken, {
                  spentAt: Number.POSITIVE_INFINITY,
                  ...seen.get(result.refreshToken),
                })
              }
            }
            expect(await store.liveTokens(opened.sessionId)).toBeLessThanOrEqual(1)
          }
        },
      ),
      { numRuns: runs },
    )
  })
}
