import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { errorReplies } from '#api/infrastructure/http/error-replies.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { webRoutes } from '#api/web/routes.ts'
import { createWeb } from '#api/web/web.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { head, sendAndRead } from './support/raw-http.ts'

const SECRET = 'hunter2'

/** Status and full reply of a GET of exactly this path. */
async function sendGet(port: number, path: string, ...headers: string[]) {
  const bytes = head(`GET ${path}`, 'Host: a', 'Connection: close', ...headers)
  const connection = await sendAndRead(port, bytes)
  connection.close()
  return { status: connection.statuses()[0] ?? 400, text: connection.received() }
}

const TRAVERSALS = [
  ...['/../%', '/..%2f%', '/%2e%2e/%', '/%2e%2e%2f%', '/.%2e/%', '/..;/%', '/..%5c%', '/..\\%'],
  ...['/....//%', '/%252e%252e/%', '/..%c0%af%', '/%c0%ae%c0%ae/%', '/..%00/%', '/assets/../../%'],
  ...[
    '/assets/..%2f..%2f%',
    '/assets/%2e%2e/%2e%2e/%',
    '//%',
    '///%',
    '/\\%',
    '/./%',
    '/x/../../%',
  ],
  ...['/file:///%', '/%2f%', '/?/../%', '/#/../%', '/assets/app.js/../../%', '/~root/%'],
].flatMap((trick) =>
  ['secret.txt', 'etc/passwd', '.stamp', '.route-parts.json'].map((name) =>
    trick.replace(/%$/, name),
  ),
)

describe('files of the web build', () => {
  const around = mkdtempSync(join(tmpdir(), 'tidemark-paths-'))
  const folder = join(around, 'web')
  let server: Bun.Server<undefined>

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(around, 'secret.txt'), SECRET)
    writeFileSync(join(folder, 'index.html'), '<!doctype html><head></head>page')
    writeFileSync(join(folder, '.stamp'), SECRET)
    writeFileSync(join(folder, 'assets', 'app.js'), 'app')
    symlinkSync(join(around, 'secret.txt'), join(folder, 'assets', 'link.txt'))
    const publicUrl = 'http://127.0.0.1'
    const web = createWeb({ folder, hasGoogleButton: false, publicUrl, adSlots: [] })
    const log = createLog('silent')
    const fail = () => Promise.reject(new Error('no page is rendered'))
    const app = new Elysia({ handler: { standardHostname: false } })
      .use(errorReplies({ log, fieldErrors: {}, routes: [] }))
      .use(
        webRoutes({
          web,
          pages: null,
          files: [],
          replies: { send: fail, get: fail },
          limited: async () => {},
          headers: {},
        }),
      )
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
  })
  afterAll(async () => {
    await server.stop(true)
    rmSync(around, { recursive: true, force: true })
  })

  const port = () => server.port ?? 0

  test('serves only existing files and nothing outside the folder', async () => {
    expect((await sendGet(port(), '/assets/app.js')).text).toEndWith('app')
    const links = ['/assets/link.txt', '/assets/app.js%00.html']
    for (const path of [...TRAVERSALS, ...links]) {
      const { status, text } = await sendGet(port(), path)
      expect([path, text.includes(SECRET), text.includes('root:')]).toEqual([path, false, false])
      expect([path, [200, 400, 404].includes(status)]).toEqual([path, true])
      // Every other path returns the page or an error.
      if (status === 200) expect(text).toMatch(/page$|app$/)
    }
  })

  test('never redirects to another site', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/%2e%2e',
      '/\\evil.example',
      '/https://evil.example',
    ]) {
      const { status, text } = await sendGet(port(), path)
      expect([path, status >= 300 && status < 400]).toEqual([path, false])
      expect(text.toLowerCase()).not.toContain('location:')
    }
  })
})

describe('operator paths', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  test('refuses metrics to proxied requests in every spelling of the path', async () => {
    const spellings = ['/metrics', '//metrics', '/metrics/', '/METRICS', '/Metrics', '/%6detrics']
    const more = [
      '/./metrics',
      '/x/../metrics',
      '/%2e/metrics',
      '/api/v1/../../metrics',
      '/metrics?x',
    ]
    const worse = [
      '/metrics;x',
      '/metrics%00',
      '/metrics%2f',
      '/metrics%3fx',
      '/metrics#x',
      '\\metrics',
    ]
    const absolute = ['http://127.0.0.1/metrics', 'http://a/./metrics']
    const lines = [
      'X-Forwarded-For: 127.0.0.1',
      'Forwarded: for=127.0.0.1',
      'Via: 1.1 a',
      'X-Real-IP: ::1',
    ]
    for (const path of [...spellings, ...more, ...worse, ...absolute]) {
      for (const line of lines) {
        const { text, status } = await sendGet(server.port, path, line)
        expect([path, line, text.includes('tidemark_'), status < 500]).toEqual([
          path,
          line,
          false,
          true,
        ])
      }
    }
    const local = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    expect(local.status).toBe(200)
  })

  test('guards every spelling of a protected path', async () => {
    const spellings = [
      '/api/v1/profile',
      '/api/v1/profile/',
      '/api/v1/./profile',
      '/api/v1/x/../profile',
    ]
    const more = ['/api\\v1\\profile', '/api/v1/%70rofile', '//api/v1/profile', '/api//v1/profile']
    const worse = [
      '/api/v1/profile;x',
      '/api/v1/profile%00',
      '/API/v1/profile',
      '/api/v1/profile#x',
    ]
    const last = [
      '/api/v1/profile/..;/profile',
      '/api/v1/profile%20',
      '/api/v1/profile%2f',
      '/api/v1/profile?/votes',
    ]
    for (const path of [...spellings, ...more, ...worse, ...last]) {
      const { status, text } = await sendGet(server.port, path)
      // With a web build present, paths outside the API may return the page.
      const isPage = status === 200 && text.includes('<!doctype html>')
      expect([path, isPage || [400, 401, 404].includes(status)]).toEqual([path, true])
    }
  })

  test('answers an unknown API path with a JSON error, not the page', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/v2/votes',
      '/api/v1',
      '/openapi',
      '/livez/x',
      '/metrics/x',
    ]) {
      const { status, text } = await sendGet(server.port, path)
      expect([path, status, text.includes('<html')]).toEqual([path, 404, false])
    }
  })
})
