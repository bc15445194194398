import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { serveBundle } from './protocol.ts'

const root = mkdtempSync(join(tmpdir(), 'tidemark-bundle-'))
const folder = join(root, 'renderer')
const SECRET = 'outside the bundle'
let serve: ReturnType<typeof serveBundle>

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-abc.js'), 'let a')
  writeFileSync(join(folder, 'assets/styles-abc.css'), 'a{}')
  writeFileSync(join(folder, 'assets/차트.js'), 'let b')
  writeFileSync(join(folder, 'assets/data.bin'), 'x')
  writeFileSync(join(folder, '.env'), SECRET)
  writeFileSync(join(root, 'secret.txt'), SECRET)
  symlinkSync(join(root, 'secret.txt'), join(folder, 'assets/linked.js'))
  symlinkSync(root, join(folder, 'out'))
  serve = serveBundle({ folder, apiOrigin: 'https://api.example' })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const get = (url: string, method = 'GET') => serve({ url, method })

describe('served files', () => {
  test.each([
    ['/', '<!doctype html>', 'text/html; charset=utf-8'],
    ['/index.html', '<!doctype html>', 'text/html; charset=utf-8'],
    ['/vote/view/12', '<!doctype html>', 'text/html; charset=utf-8'],
    ['/vote/view/12?a=b.js#c.js', '<!doctype html>', 'text/html; charset=utf-8'],
    ['/mini', '<!doctype html>', 'text/html; charset=utf-8'],
    ['/icon.svg', '<svg/>', 'image/svg+xml'],
    ['/assets/main-abc.js', 'let a', 'text/javascript; charset=utf-8'],
    ['/assets/styles-abc.css', 'a{}', 'text/css; charset=utf-8'],
    ['/assets/%EC%B0%A8%ED%8A%B8.js', 'let b', 'text/javascript; charset=utf-8'],
    ['/assets/data.bin', 'x', 'application/octet-stream'],
  ])('%s', async (path, text, type) => {
    const reply = await get(`app://tidemark${path}`)
    expect(reply.status).toBe(200)
    expect(await reply.text()).toBe(text)
    expect(reply.headers.get('content-type')).toBe(type)
  })

  test('caches hashed files forever, but not the page', async () => {
    const cached = async (path: string) =>
      (await get(`app://tidemark${path}`)).headers.get('cache-control')
    expect(await cached('/assets/main-abc.js')).toBe('public, max-age=31536000, immutable')
    expect([await cached('/'), await cached('/icon.svg')]).toEqual(['no-cache', 'no-cache'])
  })

  test('replies to HEAD with headers only', async () => {
    const reply = await get('app://tidemark/icon.svg', 'HEAD')
    expect([reply.status, await reply.text()]).toEqual([200, ''])
    expect(reply.headers.get('content-type')).toBe('image/svg+xml')
  })
})

describe('rejected requests', () => {
  test.each([
    ['a missing asset', '/assets/gone.js', 404],
    ['a missing file', '/favicon.ico', 404],
    ['a folder with a dot', '/assets/..', 200],
    ['a link out of the folder', '/assets/linked.js', 404],
    ['a linked folder', '/out/secret.txt', 404],
    ['a hidden file', '/.env', 404],
    ['dots', '/../secret.txt', 404],
    ['dots, encoded', '/%2e%2e/secret.txt', 404],
    ['slashes, encoded', '/..%2fsecret.txt', 404],
    ['all of it, encoded', '/%2e%2e%2fsecret.txt', 404],
    ['all of it, encoded twice', '/%252e%252e%252fsecret.txt', 404],
    ['backslashes', '/..\\secret.txt', 404],
    ['backslashes, encoded', '/..%5csecret.txt', 404],
    ['a null byte', '/icon.svg%00.js', 404],
    ['an absolute path', `/${root}/secret.txt`, 404],
    ['another drive', '/C:/secret.txt', 404],
    ['a broken encoding', '/%zz', 400],
    ['a name of every object', '/constructor.js', 404],
  ])('%s', async (_name, path, status) => {
    const reply = await get(`app://tidemark${path}`)
    expect(reply.status).toBe(status)
    expect(await reply.text()).not.toContain(SECRET)
  })

  test.each([
    'app://elsewhere/icon.svg',
    'app://tidemark.elsewhere/icon.svg',
    'app://user@tidemark/icon.svg',
    'app://tidemark:80/icon.svg',
    'http://tidemark/icon.svg',
    'file:///icon.svg',
    'not an address',
  ])('%s', async (url) => {
    expect((await get(url)).status).toBe(404)
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'get'])('%s', async (method) => {
    const reply = await get('app://tidemark/', method)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('no URL leaves the folder', async () => {
    const deps = fc.constantFrom('..', '.', '%2e%2e', '%2f', '%5c', '\\', 'out', 'secret.txt', '~')
    const path = fc.oneof(
      fc.array(deps, { maxLength: 6 }).map((all) => all.join('/')),
      fc.string({ unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(path, async (text) => {
        const reply = await get(`app://tidemark/${text}`)
        expect(await reply.text()).not.toContain(SECRET)
        expect([200, 400, 404]).toContain(reply.status)
      }),
      { numRuns: 500 },
    )
  })
})

test('every reply has the security headers', async () => {
  const calls: [string, string?][] = [
    ['app://tidemark/'],
    ['app://tidemark/assets/main-abc.js'],
    ['app://tidemark/gone.js'],
    ['app://elsewhere/'],
    ['app://tidemark/', 'POST'],
    ['app://tidemark/%zz'],
  ]
  for (const [url, method] of calls) {
    const { headers } = await get(url, method)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("connect-src 'self' https://api.example wss://api.example;")
    expect(policy).toContain("object-src 'none'; base-uri 'none'")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe|https?:|\*)|default-src[^;]*\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  }
})

test('throws at once for a missing bundle', () => {
  expect(() =>
    serveBundle({ folder: join(root, 'gone'), apiOrigin: 'https://a.example' }),
  ).toThrow()
})
