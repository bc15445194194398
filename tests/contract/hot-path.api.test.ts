import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { BestVotes, PostList } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteList } from '#shared/contract/votes.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

// The reply cache serves an address once its route has accepted it. Only routed replies have a request id.
const PATHS = [
  '/candles?limit=3000',
  '/candles?exchange=binance&interval=1h&limit=100',
  '/vote/summary',
  '/users/rankers?limit=5',
  '/posts/recent',
  '/posts/votesUpcomingNextBests',
  '/votes?page=1',
  '/posts/frees?page=1',
]
/** Headers that differ per request. */
const VARYING = ['date', 'x-request-id']

interface Seen {
  status: number
  headers: Record<string, string>
  body: string
  routed: boolean
}

describe('cached replies', () => {
  let server: TestServer
  let mina: Person

  beforeAll(async () => {
    server = await startTestServer()
    mina = await server.person('Mina')
  })
  afterAll(() => server.stop())

  const request = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const response = await fetch(`${server.url}/api/v1${path}`, { ...init, decompress: false })
    const body = Buffer.from(await response.arrayBuffer()).toString('base64')
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => !VARYING.includes(name)),
    )
    return { status: response.status, headers, body, routed: response.headers.has('x-request-id') }
  }

  /** The same request served from the cache and by its route. */
  const cachedAndRouted = async (path: string, init: RequestInit) => {
    server.infrastructure.bus.invalidateAll()
    const routed = await request(path, init)
    expect(routed.routed).toBe(true)
    const cached = await request(path, init)
    expect(cached.routed).toBe(false)
    return { cached: { ...cached, routed: true }, routed }
  }

  const KINDS: [string, RequestInit][] = [
    ['plain', { headers: { 'accept-encoding': 'identity' } }],
    ['gzip', { headers: { 'accept-encoding': 'gzip' } }],
    ['unchanged', { headers: { 'if-none-match': '*' } }],
    ['head', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } }],
    ['an allowed origin', { headers: { origin: 'app://tidemark' } }],
    ['another origin', { headers: { origin: 'https://evil.example' } }],
    [
      'an allowed origin, unchanged',
      { headers: { origin: 'app://tidemark', 'if-none-match': '*' } },
    ],
  ]
  for (const [kind, init] of KINDS) {
    test(`equal routed replies: ${kind}`, async () => {
      for (const path of PATHS) {
        const { cached, routed } = await cachedAndRouted(path, init)
        expect({ path, ...cached }).toEqual({ path, ...routed })
      }
    })
  }

  test('for a shared cache carry nothing of the request that made them', async () => {
    const init = { headers: { 'x-shared-cache': 'en', 'accept-encoding': 'identity' } }
    for (const path of PATHS) {
      server.infrastructure.bus.invalidateAll()
      const first = await request(path, init)
      expect({ path, ...first }).toEqual({ path, ...(await request(path, init)) })
      expect(first.headers['cache-control']).toContain('s-maxage=1')
      const own = Object.keys(first.headers).filter((name) => name.startsWith('ratelimit'))
      expect([path, first.routed, own]).toEqual([path, false, []])
    }
  })

  test('honor encoding, ETag and origin', async () => {
    const candles = '/candles?limit=3000'
    await request(candles)
    const zipped = await request(candles, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(zipped.headers['x-frame-options']).toBe('DENY')
    const list = JSON.parse(
      new TextDecoder().decode(Bun.gunzipSync(Buffer.from(zipped.body, 'base64'))),
    )
    expect(list).toHaveLength(3000)
    const etag = zipped.headers.etag ?? ''
    const known = await request(candles, { headers: { 'if-none-match': `"x", ${etag}` } })
    expect(known).toMatchObject({ status: 304, body: '', routed: false })
    const stale = await request(candles, { headers: { 'if-none-match': '"x"' } })
    expect(stale.status).toBe(200)
    const app = await request(candles, { headers: { origin: 'app://tidemark' } })
    expect(app.headers['access-control-allow-origin']).toBe('app://tidemark')
    const evil = await request(candles, { headers: { origin: 'https://evil.example' } })
    expect(evil.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('carry the current age of the price', async () => {
    const ageOf = async (path: string) => {
      const { headers } = await request(path)
      expect(headers['x-price-source']).toBe('simulated')
      expect(headers['x-price-market']).toBe('simulated')
      return Number(headers['x-price-age'])
    }
    for (const path of ['/candles?limit=3000', '/vote/summary']) {
      const price = server.infrastructure.market.price()
      expect(await ageOf(path)).toBe(Math.floor((price?.ageMs ?? Number.NaN) / 1000))
      server.clock.jump(server.clock.now() + 7_000)
      const later = server.infrastructure.market.price()
      expect(await ageOf(path)).toBe(Math.floor((later?.ageMs ?? Number.NaN) / 1000))
    }
  })

  test('are not used for other methods', async () => {
    await request('/vote/summary')
    expect((await request('/vote/summary', { method: 'POST' })).status).toBe(405)
    const headers = { origin: 'app://tidemark', 'access-control-request-method': 'GET' }
    const preflight = await request('/vote/summary', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-max-age']).toBe('600')
  })

  test('contain a vote and a post in the very next reply', async () => {
    for (const path of PATHS) await request(path)
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const content = '<p>Up it goes</p>'
    const body = { targetDate: target2.targetDate, vote: 'up', content }
    const { id } = await mina.api.call(CreateVoteReply, 'POST', '/votes', body)
    const after = await server.api.get(VoteSummary, '/vote/summary')
    expect(after.target2.votes.up).toBe(target2.votes.up + 1)
    expect((await server.api.get(VoteList, '/votes?page=1')).posts[0]?.id).toBe(id)
    expect((await server.api.get(BestVotes, '/posts/votesUpcomingNextBests'))[0]?.id).toBe(id)
    await mina.api.raw('POST', '/posts/frees', { body: { content } })
    const board = await server.api.get(PostList, '/posts/frees?page=1')
    expect(board.posts[0]?.title).toBe('Up it goes')
  })

  test('follow the clock past the end of a period', async () => {
    const before = await server.api.get(VoteSummary, '/vote/summary')
    await server.jump('2026-11-23T00:00:03.000Z')
    const after = await server.api.get(VoteSummary, '/vote/summary')
    expect(after.target1.targetDate).toBe(before.target2.targetDate)
    expect(after.target2.targetDate).toBe('2026-11-30T00:00:00.000Z')
    const candles = await request('/candles?limit=3000', {
      headers: { 'accept-encoding': 'identity' },
    })
    const [newest] = JSON.parse(Buffer.from(candles.body, 'base64').toString())
    expect(newest.otime).toBe(Date.parse('2026-11-23T00:00:00.000Z'))
  })

  test('are counted by route and status', async () => {
    const count = async (status: number) => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      const line = new RegExp(`requests_total\\{route="[^"]*rankers",status="${status}"\\} (\\d+)`)
      return Number(line.exec(text)?.[1] ?? 0)
    }
    await request('/users/rankers')
    const [full, unchanged] = [await count(200), await count(304)]
    await request('/users/rankers')
    await request('/users/rankers', { headers: { 'if-none-match': '*' } })
    await request('/users/rankers', { headers: { 'if-none-match': '*' } })
    expect([await count(200), await count(304)]).toEqual([full + 1, unchanged + 2])
  })

  test('survive more URLs than the cache holds', async () => {
    for (let limit = 1; limit <= 300; limit++) await request(`/candles?limit=${limit}`)
    await request('/vote/summary')
    expect((await request('/vote/summary')).routed).toBe(false)
    expect((await request('/candles?limit=3001')).status).toBe(422)
  })
})
