import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { API_PREFIX } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'
import { operationsOf } from '#tests/fuzz/operations.ts'
import { apiClient, conform, type RawReply } from '#tests/support/api-client.ts'
import { CALLERS, idTokenOf, type Tokens, tokensOf } from './callers.ts'
import type { RowWorld } from './row.ts'
import { ROWS } from './rows.ts'
import { send } from './send.ts'
import { openWorld } from './world.ts'

/** Routes outside the contract: for operators and tools, without authentication. */
const OPERATIONS = [
  '/livez',
  '/readyz',
  '/metrics',
  '/openapi/json',
  '/.well-known/tidemark-keys.json',
]

/** Replies without personal data, the same for everybody: browsers may store and revalidate them. */
const PUBLIC = [
  'GET /candles',
  'GET /offers/calibration',
  'GET /posts/recent',
  'GET /posts/votesUpcomingNextBests',
  'GET /posts/{boardType}',
  'GET /ranking',
  'GET /rounds',
  'GET /rounds/{targetDate}',
  'GET /site',
  'GET /status',
  'GET /users/rankers',
  'GET /users/{code}',
  'GET /vote/summary',
  'GET /votes',
]

/** Beside cached replies: the settings of the sign-in, and the end of a session that is open. */
const UNLIMITED = ['GET /auth/config', 'POST /auth/logout']

/** The status, and for an error its code, whose body is exactly an ErrorReply. */
function replyCode({ status, body }: RawReply): string {
  return status < 400 ? String(status) : `${status} ${conform(ErrorReply, body).code}`
}

describe('access control', () => {
  let world: RowWorld
  let tokens: Tokens

  beforeAll(async () => {
    const opened = await openWorld()
    const { server } = opened
    tokens = await tokensOf(server, opened)
    const idTokens: string[] = []
    for (const caller of CALLERS) idTokens.push(await idTokenOf(server, caller))
    const { refreshToken } = await server.person('Refresher')
    world = { ...opened, idTokens, refreshToken }
  })
  afterAll(() => world.server.stop())

  test('the table has exactly one row set per API route', async () => {
    const document = await fetch(`${world.server.url}/openapi/json`)
    const operations = operationsOf(await document.text())
    const routes = operations.map(({ name }) => name)
    const revalidated = operations.filter(({ replies }) => replies.has(304))
    expect(revalidated.map(({ name }) => name.replace(API_PREFIX, '')).sort()).toEqual(PUBLIC)
    const rows = new Set(ROWS.map(({ call }) => call.replace(' ', ` ${API_PREFIX}`)))
    expect([...rows].sort()).toEqual(routes.sort())
    const cells = ROWS.length * CALLERS.length
    console.log(`access: ${routes.length} routes, ${ROWS.length} rows, ${cells} cells`)
  })

  for (const row of ROWS) {
    const [method = ''] = row.call.split(' ')
    test(`${row.call} ${row.on ?? ''}`, async () => {
      const answers: Record<string, string> = {}
      for (const caller of CALLERS) {
        const api = apiClient(world.server.url, tokens[caller])
        const body = row.body?.(world, caller)
        const reply = await api.raw(method, row.path(world), body ? { body } : {})
        answers[caller] = replyCode(reply)
        const isPublic = PUBLIC.includes(row.call) && row.on !== 'mine' && reply.status === 200
        expect([row.call, reply.headers.get('cache-control')]).toEqual([
          row.call,
          isPublic ? 'no-cache' : 'no-store',
        ])
        const isLimited = !isPublic && reply.status < 400 && !UNLIMITED.includes(row.call)
        if (isLimited)
          expect([row.call, reply.headers.has('ratelimit-limit')]).toEqual([row.call, true])
      }
      expect(answers).toEqual(row.expected)
    })
  }

  test.each(OPERATIONS)('%s does not depend on the token', async (path) => {
    for (const caller of CALLERS) {
      const token = tokens[caller]
      const headers = token === null ? {} : { authorization: `Bearer ${token}` }
      const { status } = await fetch(`${world.server.url}${path}`, { headers })
      expect([caller, status]).toEqual([caller, 200])
    }
  })

  test.each(['Basic YTpi', 'Bearer', 'Bearer a b', 'bearer  x', 'x'])(
    'rejects a malformed authorization header: %s',
    async (authorization) => {
      const reply = await world.server.api.raw('GET', '/profile', { headers: { authorization } })
      expect(replyCode(reply)).toBe('401 TOKEN_INVALID')
    },
  )

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'refuses metrics to requests through a proxy that sets %s',
    async (name) => {
      const reply = await fetch(`${world.server.url}/metrics`, { headers: { [name]: 'for=x' } })
      expect(reply.status).toBe(404)
    },
  )

  test.each(OPERATIONS)('%s is read-only', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { answer, headers } = await send(`${world.server.url}${path}`, { method })
      expect([answer, headers.get('allow')]).toEqual(['405 METHOD_NOT_ALLOWED', 'GET, HEAD'])
    }
  })
})
