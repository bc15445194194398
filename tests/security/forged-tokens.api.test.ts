import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { idTokenOf } from '#tests/access/callers.ts'
import type { RowWorld } from '#tests/access/row.ts'
import { ROWS } from '#tests/access/rows.ts'
import { json, send } from '#tests/access/send.ts'
import { openWorld, snapshot } from '#tests/access/world.ts'
import { type Forgery, forgeriesFor, hmacToken, payloadOf } from './support/forgeries.ts'
import { head, sendAndRead } from './support/raw-http.ts'
import { timeoutFor } from './support/size.ts'

describe('forged tokens', () => {
  let world: RowWorld
  let forgeries: Forgery[]
  let idToken = ''
  let api = ''

  beforeAll(async () => {
    const opened = await openWorld()
    idToken = await idTokenOf(opened.server, 'Author')
    world = { ...opened, idTokens: [], refreshToken: opened.author.refreshToken }
    api = `${world.server.url}/api/v1`
    forgeries = await forgeriesFor(world.server, world.author, { idToken })
  })
  afterAll(() => world.server.stop())

  /** Rows of the access table whose call reads the token. */
  const guarded = ROWS.filter(({ expected }) => expected.garbage === '401 TOKEN_INVALID')

  test('the forging helper produces a valid token when nothing is altered', async () => {
    const { author, server } = world
    const good = hmacToken(
      { alg: 'HS256', typ: 'at+jwt' },
      payloadOf(author.token),
      server.infrastructure.secrets.jwt,
    )
    const { answer } = await send(`${api}/profile`, json('GET', good, undefined))
    expect(answer).toBe('200')
  })

  test(
    'are rejected on every route that reads a token',
    async () => {
      const before = await snapshot(world.server)
      for (const row of guarded) {
        const [method = ''] = row.call.split(' ')
        const url = `${api}${row.path(world)}`
        for (const { name, token, answer: wanted } of forgeries) {
          const init = json(method, token, row.body?.(world, 'garbage') ?? undefined)
          const { answer } = await send(url, init)
          expect([row.call, name, answer]).toEqual([row.call, name, wanted])
        }
      }
      expect(await snapshot(world.server)).toEqual(before)
      console.log(`forged tokens: ${forgeries.length} on ${guarded.length} rows`)
    },
    timeoutFor(3000),
  )

  test('the key URL named in a token header is never fetched', async () => {
    let fetchCount = 0
    const attacker = Bun.serve({
      port: 0,
      fetch: () => {
        fetchCount += 1
        return Response.json({ keys: [] })
      },
    })
    const at = `http://127.0.0.1:${attacker.port}/`
    const payload = payloadOf(world.author.token)
    for (const header of [{ jku: at }, { x5u: at }, { kid: at }, { jku: at, kid: at, x5u: at }]) {
      const token = hmacToken({ alg: 'HS256', typ: 'at+jwt', ...header }, payload, 'x')
      const { answer } = await send(`${api}/profile`, json('GET', token, undefined))
      expect(answer).toBe('401 TOKEN_INVALID')
      const signIn = await send(`${api}/auth/google`, json('POST', null, { tokenId: token }))
      expect(signIn.answer).toBe('401 ID_TOKEN_INVALID')
    }
    expect(fetchCount).toBe(0)
    await attacker.stop(true)
  })

  test('an access token, genuine or forged, is rejected as an ID token', async () => {
    for (const { name, token } of forgeries.filter(({ token }) => token !== idToken)) {
      const { answer } = await send(`${api}/auth/google`, json('POST', null, { tokenId: token }))
      expect([name, answer]).toEqual([name, '401 ID_TOKEN_INVALID'])
    }
  })

  test('a valid token is ignored outside the Authorization header', async () => {
    const { token } = world.author
    for (const name of ['access_token', 'token', 'authorization', 'bearer']) {
      const { status } = await send(`${api}/profile?${name}=${token}`)
      expect([name, status]).toEqual([name, 401])
    }
    const names = [
      'cookie',
      'x-access-token',
      'x-authorization',
      'proxy-authorization',
      'x-user-id',
    ]
    for (const name of names) {
      const value = name === 'cookie' ? `token=${token}; accessToken=${token}` : `Bearer ${token}`
      const { answer } = await send(`${api}/profile`, { headers: { [name]: value } })
      expect([name, answer]).toEqual([name, '401 NOT_SIGNED_IN'])
    }
  })

  test('two Authorization headers are rejected in either order', async () => {
    const { port } = world.server
    const good = `Authorization: Bearer ${world.author.token}`
    const bad = 'Authorization: Bearer a.b.c'
    for (const [pair, wanted] of [
      [[good], 200],
      [[good, bad], 401],
      [[bad, good], 401],
      [[good, good], 401],
      [[good, 'Authorization: '], 401],
      [[good, ' x'], 400],
    ] as const) {
      const connection = await sendAndRead(port, head('GET /api/v1/profile', 'Host: a', ...pair))
      expect([pair, connection.statuses()]).toEqual([pair, [wanted]])
      connection.close()
    }
  })
})
