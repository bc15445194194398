import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { idTokenOf } from '#tests/access/callers.ts'
import { json, send } from '#tests/access/send.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { payloadOf } from './support/forgeries.ts'
import { SEED, sized } from './support/size.ts'

const GRACE = 30_000

describe('sessions over HTTP', () => {
  let server: TestServer
  let api = ''

  beforeAll(async () => {
    server = await startTestServer()
    api = `${server.url}/api/v1`
  })
  afterAll(() => server.stop())

  const refresh = async (refreshToken: string, token: string | null = null) => {
    const sent = await send(`${api}/auth/refresh-token`, json('POST', token, { refreshToken }))
    const reply: Partial<Record<'accessToken' | 'refreshToken', string>> = JSON.parse(sent.text)
    return { answer: sent.answer, access: reply.accessToken ?? '', next: reply.refreshToken ?? '' }
  }
  const profileOf = (token: string) => send(`${api}/profile`, json('GET', token, undefined))
  const sidOf = (token: string) => String(payloadOf(token).sid)

  /** Number of refresh tokens of a session not yet exchanged. */
  const liveTokens = async (token: string) => {
    const question =
      'SELECT count(*)::int AS live FROM refresh_token WHERE session_id = $1::uuid AND rotated_at IS NULL'
    const [row] = await server.infrastructure.database.query(
      statement(question, { live: column.int }),
      [sidOf(token)],
    )
    return row?.live
  }

  const expectDead = async (person: Person, ...refreshTokens: string[]) => {
    for (const token of [person.refreshToken, ...refreshTokens]) {
      expect((await refresh(token)).answer).toBe('401 REFRESH_INVALID')
    }
    expect((await profileOf(person.token)).answer).toBe('401 SESSION_REVOKED')
  }

  test('thirty simultaneous renewals get the same successor, and one token stays valid', async () => {
    const person = await newcomer(server, 'Racer')
    const all = await Promise.all(Array.from({ length: 30 }, () => refresh(person.refreshToken)))
    expect(new Set(all.map(({ answer }) => answer))).toEqual(new Set(['200']))
    expect(new Set(all.map(({ next }) => next)).size).toBe(1)
    expect(new Set(all.map(({ access }) => sidOf(access)))).toEqual(new Set([sidOf(person.token)]))
    expect(await liveTokens(person.token)).toBe(1)
  })

  test('at the end of the grace period the live token is returned; one millisecond later the session ends', async () => {
    const person = await newcomer(server, 'Thief')
    const otherDevice = await signedInAs(server, person.id)
    const first = await refresh(person.refreshToken)
    server.clock.advance(GRACE)
    expect(await refresh(person.refreshToken)).toMatchObject({ answer: '200', next: first.next })
    server.clock.advance(1)
    await expectDead(person, first.next)
    expect((await profileOf(first.access)).answer).toBe('401 SESSION_REVOKED')
    // The same user's session on another device stays valid.
    expect((await refresh(otherDevice.refreshToken)).answer).toBe('200')
    expect((await profileOf(otherDevice.token)).answer).toBe('200')
  })

  test('a stolen token racing the live one after the grace period ends the session', async () => {
    for (let round = 0; round < sized(5); round++) {
      const person = await newcomer(server, 'Raced')
      const { next } = await refresh(person.refreshToken)
      server.clock.advance(GRACE + 1)
      const replies = await Promise.all([
        refresh(next),
        refresh(person.refreshToken),
        refresh(next),
        refresh(person.refreshToken),
      ])
      await expectDead(person, next, ...replies.map((reply) => reply.next).filter(Boolean))
      for (const { access } of replies.filter(({ access }) => access !== '')) {
        expect((await profileOf(access)).answer).toBe('401 SESSION_REVOKED')
      }
    }
  })

  test('signing out during renewal leaves no valid token', async () => {
    for (let round = 0; round < sized(5); round++) {
      const person = await newcomer(server, 'Leaver')
      const logout = json('POST', person.token, { refreshToken: person.refreshToken })
      const [renewed, left] = await Promise.all([
        refresh(person.refreshToken),
        send(`${api}/auth/logout`, logout),
      ])
      expect(left.answer).toBe('200')
      await expectDead(person, renewed.next || person.refreshToken)
    }
  })

  test('a sign-in never joins an existing session', async () => {
    const attacker = await newcomer(server, 'Attacker')
    const tokenId = await idTokenOf(server, 'Victim')
    const headers = {
      ...Object.fromEntries(new Headers(json('POST', attacker.token, {}).headers)),
      cookie: `sid=${sidOf(attacker.token)}; refreshToken=${attacker.refreshToken}`,
      'x-session-id': sidOf(attacker.token),
    }
    const body = JSON.stringify({ tokenId })
    const sent = await send(`${api}/auth/google`, { method: 'POST', headers, body })
    const victim: { token: string; refreshToken: string } = JSON.parse(sent.text)
    expect(sent.headers.get('set-cookie')).toBeNull()
    expect(sidOf(victim.token)).not.toBe(sidOf(attacker.token))
    expect(payloadOf(victim.token).id).not.toBe(attacker.id)
    const renewed = await refresh(attacker.refreshToken)
    expect(payloadOf(renewed.access).id).toBe(attacker.id)
    // A session id in the body is rejected too.
    const more = { tokenId, sid: sidOf(attacker.token) }
    const refused = await send(`${api}/auth/google`, json('POST', null, more))
    expect(refused.answer).toBe('422 INVALID sid')
  })

  test('every sign-in creates its own session', async () => {
    const sessions = new Set<string>()
    for (let count = 0; count < 5; count++) {
      const tokenId = await idTokenOf(server, 'Regular')
      const { text } = await send(`${api}/auth/google`, json('POST', null, { tokenId }))
      sessions.add(sidOf(JSON.parse(text).token))
    }
    expect(sessions.size).toBe(5)
  })

  test('the refresh token, not the bearer beside it, decides who is renewed', async () => {
    const [one, other] = [await newcomer(server, 'One'), await newcomer(server, 'Other')]
    const { access } = await refresh(one.refreshToken, other.token)
    expect(payloadOf(access)).toMatchObject({ id: one.id, sid: sidOf(one.token) })
  })

  test('altered refresh tokens are unknown and end no session', async () => {
    const person = await newcomer(server, 'Guessed')
    const own = person.refreshToken
    const spellings = [`${own}=`, ` ${own}`, `${own} `, `${own}\n`, own.slice(0, -1), `${own}A`]
    const more = [own.toUpperCase(), own.toLowerCase(), encodeURIComponent(`${own}%`), `"${own}"`]
    for (const spelling of [...spellings, ...more].filter((spelling) => spelling !== own)) {
      expect((await refresh(spelling)).answer).toBe('401 REFRESH_INVALID')
    }
    const letter = fc.constantFrom(...'ABCDEFxyz0189-_')
    await fc.assert(
      fc.asyncProperty(fc.nat(own.length - 2), letter, async (at, other) => {
        fc.pre(own[at] !== other)
        const near = own.slice(0, at) + other + own.slice(at + 1)
        expect((await refresh(near)).answer).toBe('401 REFRESH_INVALID')
      }),
      { numRuns: sized(50), seed: SEED },
    )
    expect((await refresh(own)).answer).toBe('200')
    expect((await profileOf(person.token)).answer).toBe('200')
  })

  test('an access token cannot end another session of the same user', async () => {
    const person = await newcomer(server, 'Two')
    const otherDevice = await signedInAs(server, person.id)
    await send(`${api}/auth/logout`, json('POST', person.token, {}))
    expect((await profileOf(otherDevice.token)).answer).toBe('200')
    await expectDead(person)
  })
})
