import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { json, send } from '#tests/access/send.ts'
import { openWorld, snapshot, type World } from '#tests/access/world.ts'
import { head, sendAndRead } from './support/raw-http.ts'

const CONFIGURED = 'https://tidemark.example'
const EVIL = 'evil.example'

/** Origins that resemble an allowed one. */
const NEAR = [
  'https://evil.example',
  'null',
  '*',
  'file://',
  'https://tidemark.example.evil.example',
  'https://eviltidemark.example',
  'https://evil.example/https://tidemark.example',
  'https://tidemark.example@evil.example',
  'https://evil.example#https://tidemark.example',
  'https://tidemark.example:8443',
  'https://tidemark.example:443',
  'https://tidemark.example/',
  'https://tidemark.example.',
  'https://tidemark,example',
  'https://tidemarkXexample',
  'http://tidemark.example',
  'HTTPS://TIDEMARK.EXAMPLE',
  'https://sub.tidemark.example',
  'https://tidemark.exampl',
  'app://tidemark/',
  'app://tidemark.evil',
  'app://eviltidemark',
  'app://Tidemark',
  'app:tidemark',
  'app://tidemark, https://evil.example',
  'https://evil.example, app://tidemark',
  'https://tidemark.example https://evil.example',
  'http://localhost',
  'http://127.0.0.1:1',
  'chrome-extension://tidemark',
  '__proto__',
  'constructor',
]

describe('cross-origin requests', () => {
  let world: World
  let api = ''

  beforeAll(async () => {
    world = await openWorld({ environment: { CORS_ORIGINS: CONFIGURED } })
    api = `${world.server.url}/api/v1`
  })
  afterAll(() => world.server.stop())

  /** One address per reply path: precomputed, cached, routed, rejected. */
  const PATHS = [
    '/vote/summary',
    '/votes?page=1',
    '/votes?page=2',
    '/profile',
    '/nothing',
    '/stream',
  ]

  test('a foreign origin never appears in CORS headers', async () => {
    // The second request is served from the cache for some of them.
    for (const path of [...PATHS, ...PATHS]) await send(`${api}${path}`)
    for (const origin of NEAR) {
      const requestHeaders = { origin, 'access-control-request-method': 'PUT' }
      for (const path of PATHS) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
          const { headers } = await send(`${api}${path}`, { method, headers: requestHeaders })
          const allowed = [
            headers.get('access-control-allow-origin'),
            headers.get('access-control-allow-credentials'),
            headers.get('access-control-allow-private-network'),
          ]
          expect([origin, method, path, ...allowed]).toEqual([
            origin,
            method,
            path,
            null,
            null,
            null,
          ])
        }
      }
    }
  })

  test('an allowed origin is returned exactly, without credentials', async () => {
    for (const origin of ['app://tidemark', CONFIGURED]) {
      for (const path of PATHS.filter((path) => path !== '/stream')) {
        for (const headers of [{ origin }, { origin, cookie: 'a=b' }]) {
          const reply = await send(`${api}${path}`, { headers })
          expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
          expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
          expect(reply.headers.get('vary')).toMatch(/origin/i)
          expect(reply.headers.get('set-cookie')).toBeNull()
        }
      }
    }
  })

  test('a cached reply varies by Origin', async () => {
    for (let time = 0; time < 2; time++) {
      const { headers } = await send(`${api}/vote/summary`)
      expect(headers.get('vary')).toMatch(/origin/i)
    }
  })

  test('two Origin headers are ignored', async () => {
    const lines = ['Origin: app://tidemark', 'Origin: https://evil.example']
    for (const pair of [lines, lines.toReversed()]) {
      const bytes = head('GET /api/v1/votes?page=1', 'Host: a', ...pair)
      const connection = await sendAndRead(world.server.port, bytes)
      expect(connection.received()).not.toMatch(/allow-origin/i)
      connection.close()
    }
  })

  test('a form post from another site is rejected: no JSON type, no cookie', async () => {
    const before = await snapshot(world.server)
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
    const writes = ['/posts/frees', '/votes', '/profile/update-nickname', '/auth/logout']
    for (const path of writes) {
      for (const type of types) {
        const headers = { origin: 'https://evil.example', 'content-type': type, cookie: 'a=b' }
        const body = new TextEncoder().encode('{"content":"<p>x</p>"}')
        const { status } = await send(`${api}${path}`, { method: 'POST', headers, body })
        expect([path, type, status >= 400 && status < 500]).toEqual([path, type, true])
      }
    }
    expect(await snapshot(world.server)).toEqual(before)
  })
})

describe('request-rewriting headers', () => {
  let world: World
  let api = ''

  beforeAll(async () => {
    world = await openWorld()
    api = `${world.server.url}/api/v1`
  })
  afterAll(() => world.server.stop())

  test('a foreign Host or forwarded host never appears in a reply', async () => {
    const names = [
      'x-forwarded-host',
      'x-host',
      'x-forwarded-server',
      'forwarded',
      'x-http-host-override',
    ]
    const spoofed = {
      ...Object.fromEntries(
        names.map((name) => [name, name === 'forwarded' ? `host=${EVIL}` : EVIL]),
      ),
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '1337',
    }
    const paths = ['/vote/summary', '/auth/config', '/site', '/nothing', '/votes/', '/profile']
    for (const host of [EVIL, `${EVIL}:80`, 'a', `${EVIL}/x`, `x@${EVIL}`]) {
      for (const path of paths) {
        for (const headers of [{ host }, { host, ...spoofed }, { ...spoofed }]) {
          const reply = await fetch(`${api}${path}`, { headers, redirect: 'manual' })
          const replyText = `${[...reply.headers].join('\n')}\n${await reply.text()}`
          expect([host, path, replyText.includes(EVIL)]).toEqual([host, path, false])
          expect(reply.status).toBeLessThan(500)
          expect([301, 302, 307, 308]).not.toContain(reply.status)
        }
      }
    }
    // Nor is it cached for later requests.
    expect((await send(`${api}/vote/summary`)).text).not.toContain(EVIL)
  })

  test('method override headers are ignored', async () => {
    const before = await snapshot(world.server)
    const { token } = world.author
    for (const name of [
      'x-http-method-override',
      'x-http-method',
      'x-method-override',
      '_method',
    ]) {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) {
        const get = { headers: { authorization: `Bearer ${token}`, [name]: method } }
        const read = await send(`${api}/posts/frees/${world.freesId}?`, get)
        expect([name, method, read.status]).toEqual([name, method, 200])
        const init = json('POST', token, { content: '<p>taken</p>' })
        const headers = { ...Object.fromEntries(new Headers(init.headers)), [name]: method }
        const wrote = await send(`${api}/posts/frees/${world.freesId}`, { ...init, headers })
        expect([name, method, wrote.answer]).toEqual([name, method, '405 METHOD_NOT_ALLOWED'])
      }
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('address override headers are ignored', async () => {
    for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-path', 'x-original-uri']) {
      for (const path of ['/metrics', '/api/v1/profile', '/livez']) {
        const { answer } = await send(`${api}/nothing`, { headers: { [name]: path } })
        expect([name, path, answer]).toEqual([name, path, '404 NOT_FOUND'])
      }
    }
  })
})
