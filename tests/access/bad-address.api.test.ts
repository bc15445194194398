import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import type { RowWorld } from './row.ts'
import { ROWS } from './rows.ts'
import { json, send } from './send.ts'
import { openWorld } from './world.ts'

const CONFIGURED = 'https://tidemark.example'

describe('addresses, methods, origins', () => {
  let world: RowWorld
  let api = ''

  beforeAll(async () => {
    const opened = await openWorld({ environment: { CORS_ORIGINS: CONFIGURED } })
    world = { ...opened, idTokens: [], refreshToken: 'x' }
    api = `${world.server.url}/api/v1`
  })
  afterAll(() => world.server.stop())

  const answer = async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${world.author.token}` }
    return (await send(`${api}${path}`, { method, headers })).answer
  }

  test('an unknown path is 404 with any method', async () => {
    const paths = ['', '/', '/nothing', '/votes/1/2', '/posts', '/posts/frees/1/2', '/auth']
    const more = [
      '/profile/x',
      '/users',
      '/VOTES',
      '/votes/1/reaction/x',
      '//votes',
      '/%2e%2e',
      '/*',
    ]
    for (const path of [...paths, ...more]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        expect([method, path, await answer(path, method)]).toEqual([method, path, '404 NOT_FOUND'])
      }
    }
  })

  test('a malformed Host is 400', async () => {
    const { port } = world.server
    const reply = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('GET /api/v1/votes HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
      })
      socket.on('data', (part) => {
        text += part
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(reply).toStartWith('HTTP/1.1 400 ')
  })

  test('the stream accepts only an upgrade', async () => {
    expect(await answer('/stream', 'POST')).toBe('405 METHOD_NOT_ALLOWED')
    expect(await answer('/stream')).toBe('400 MALFORMED')
  })

  const BAD_IDS = ['0', '-1', '1.5', '1.0', '01', '1e0', '0x1', '+1', '%201', '1%20', '%20', 'abc']
  const MORE_IDS = ['2147483648', '9007199254740993', '9'.repeat(40), 'NaN', 'Infinity', 'null']
  const ODD_IDS = ['%00', '1%00', '%', '%zz', '%ff', '%E2%82', '%F0%9F%8C%8A', "1'--", '1;1', '[1]']

  test.each([...BAD_IDS, ...MORE_IDS, ...ODD_IDS])('the id %s is 404', async (id) => {
    expect(await answer(`/votes/${id}`)).toBe('404 NOT_FOUND')
    for (const board of ['frees', 'notices', 'suggestions', 'else']) {
      expect(await answer(`/posts/${board}/${id}`)).toBe('404 NOT_FOUND')
    }
    for (const path of [`/votes/${id}/reaction`, `/posts/frees/${id}/reaction`]) {
      const init = json('POST', world.author.token, { reaction: 'like' })
      expect((await send(`${api}${path}`, init)).answer).toBe('404 NOT_FOUND')
    }
    const edit = json('PUT', world.author.token, { vote: 'up' })
    expect((await send(`${api}/votes/${id}`, edit)).answer).toBe('404 NOT_FOUND')
    const text = json('PUT', world.author.token, { content: 'x' })
    expect((await send(`${api}/posts/frees/${id}`, text)).answer).toBe('404 NOT_FOUND')
  })

  test.each(['else', 'FREES', 'free', '%00', 'frees%20', 'constructor', '__proto__'])(
    'the board %s is 404',
    async (board) => {
      expect(await answer(`/posts/${board}`)).toBe('404 NOT_FOUND')
      const init = json('POST', world.author.token, { content: 'x' })
      expect((await send(`${api}/posts/${board}`, init)).answer).toBe('404 NOT_FOUND')
    },
  )

  test('a target without a round is 404', async () => {
    const instants = ['2026-11-26', '2026-11-26T00:00:00', '2026-13-45T00:00:00Z', 'x', '0', '%00']
    const noRound = ['2026-11-26T00:00:01Z', '2026-11-25T00:00:00Z', '9999-12-30T00:00:00Z']
    for (const instant of [...instants, ...noRound, '0000-01-01T00:00:00Z']) {
      expect([instant, await answer(`/rounds/${instant}`)]).toEqual([instant, '404 NOT_FOUND'])
    }
    expect(await answer('/rounds/2026-11-26T00:00:00Z')).toBe('200')
  })

  const lists = ['/votes', '/posts/frees', '/posts/notices', '/posts/suggestions']

  test.each(lists)('%s: page is a whole number from 1 to 1,000,000,000', async (list) => {
    const bad = ['0', '-1', '1.5', '1e9', 'abc', '', '%00', '01', '0x10', '%201', '+1', 'true']
    const worse = ['null', '[1]', '{}', 'NaN', 'Infinity', '1000000001', '9'.repeat(30), '%ff']
    for (const page of [...bad, ...worse]) {
      expect([page, await answer(`${list}?page=${page}`)]).toEqual([page, '422 INVALID page'])
    }
    for (const page of ['1', '2', '1000000000']) {
      expect(await answer(`${list}?page=${page}`)).toBe('200')
    }
    const beyond = await send(`${api}${list}?page=1000000000`)
    const { posts, pagination } = JSON.parse(beyond.text)
    expect(posts).toEqual([])
    expect(pagination).toMatchObject({
      currentPage: 1_000_000_000,
      totalPages: 1,
      postsPerPage: 10,
    })
  })

  test('a repeated page parameter uses the last value and validates each', async () => {
    const { text } = await send(`${api}/votes?page=1&page=2`)
    expect(JSON.parse(text).pagination.currentPage).toBe(2)
    expect(await answer('/votes?page=1&page=0')).toBe('422 INVALID page')
    expect(await answer('/votes?page=1&page=x')).toBe('422 INVALID page')
  })

  test('limit is validated at its bounds', async () => {
    for (const limit of ['1', '3000']) expect(await answer(`/candles?limit=${limit}`)).toBe('200')
    for (const limit of ['0', '3001', '-1', '1.5', 'x', '', '1e3']) {
      expect(await answer(`/candles?limit=${limit}`)).toBe('422 INVALID limit')
    }
    for (const limit of ['1', '100'])
      expect(await answer(`/users/rankers?limit=${limit}`)).toBe('200')
    for (const limit of ['0', '101', '-1', 'x']) {
      expect(await answer(`/users/rankers?limit=${limit}`)).toBe('422 INVALID limit')
    }
    for (const limit of ['1', '50'])
      expect(await answer(`/profile/votes?limit=${limit}`)).toBe('200')
    for (const limit of ['0', '51', '-1', 'x']) {
      expect(await answer(`/profile/votes?limit=${limit}`)).toBe('422 INVALID limit')
    }
    expect(await answer('/candles?exchange=okx')).toBe('422 INVALID exchange')
    expect(await answer('/candles?interval=1m')).toBe('422 INVALID interval')
  })

  test('an unknown parameter is rejected by name', async () => {
    for (const name of ['x', 'Page', 'constructor', '__proto__', 'pages']) {
      expect(await answer(`/votes?${name}=1`)).toBe(`422 INVALID ${name}`)
    }
    expect(Reflect.get({}, '1')).toBeUndefined()
  })

  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  /** Paths with their methods; the stream validates its requests itself. */
  const addresses = new Map<string, Set<string>>()
  for (const { call } of ROWS.filter(({ call }) => call !== 'GET /stream')) {
    const [method = '', path = ''] = call.split(' ')
    addresses.set(path, (addresses.get(path) ?? new Set<string>()).add(method))
  }

  /** Paths that also match a route with a parameter: a board's list, one session of an account. */
  const OVERLAPS: [path: RegExp, methods: string[]][] = [
    [/^\/posts\/(recent|votesUpcoming)/, ['GET', 'POST']],
    [/^\/account\/(sessions\/end-|identities\/[a-z])/, ['POST', 'DELETE']],
  ]

  test.each([...addresses])('%s: another method is 405 with Allow', async (pattern, methods) => {
    const path = pattern
      .replace('{boardType}', 'frees')
      .replace('{id}', '1')
      .replace('{targetDate}', world.targetDate)
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')
    const overlap = OVERLAPS.find(([start]) => start.test(path))
    const known = overlap ? new Set(overlap[1]) : methods
    for (const method of METHODS.filter((candidate) => !known.has(candidate))) {
      const { answer: got, headers } = await send(`${api}${path}`, { method })
      expect([method, got]).toEqual([method, '405 METHOD_NOT_ALLOWED'])
      if (known === methods) expect(headers.get('allow')).toBe(allow)
    }
  })

  test('HEAD returns the headers of GET without a body', async () => {
    for (const path of ['/votes', '/candles?limit=5', '/vote/summary', '/nothing', '/votes/1']) {
      const [get, head] = [
        await send(`${api}${path}`),
        await send(`${api}${path}`, { method: 'HEAD' }),
      ]
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    }
    const wrong = await send(`${api}/auth/logout`, { method: 'HEAD' })
    expect(wrong.status).toBe(405)
  })

  const preflight = (origin: string, path = '/votes') =>
    send(`${api}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })

  test('the desktop app and configured origins are allowed everywhere', async () => {
    const own = new URL(world.server.infrastructure.config.publicUrl).origin
    for (const origin of ['app://tidemark', CONFIGURED, own]) {
      const { status, headers } = await preflight(origin)
      expect([origin, status]).toEqual([origin, 204])
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS, POST')
      expect(headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')).toMatch(/origin/i)
      for (const path of ['/votes', '/votes/1', '/nothing', '/votes?page=0']) {
        const reply = await send(`${api}${path}`, { headers: { origin } })
        expect([path, reply.headers.get('access-control-allow-origin')]).toEqual([path, origin])
        expect(reply.headers.get('vary')).toMatch(/origin/i)
      }
    }
  })

  test('no other origin is allowed', async () => {
    const near = [
      'https://tidemark.example.evil.com',
      'http://tidemark.example',
      'app://tidemark.x',
    ]
    for (const origin of ['https://evil.example', 'null', '', '*', ...near]) {
      const replies = [
        await preflight(origin),
        await send(`${api}/votes`, { headers: { origin } }),
        await send(`${api}/votes/1`, { headers: { origin } }),
      ]
      for (const { headers } of replies) {
        expect([origin, headers.get('access-control-allow-origin')]).toEqual([origin, null])
      }
    }
  })

  test('a short Host does not become part of the path', async () => {
    for (const host of ['a', 'api', 'db:1', 'tidemark.example']) {
      const { answer: got } = await send(`${api}/vote/summary`, { headers: { host } })
      expect([host, got]).toEqual([host, '200'])
    }
  })
})
