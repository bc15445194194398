import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteRequest } from '#api/platform/http/request-facts.ts'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { createWeb, type Web } from './web.ts'

const ISSUER = 'http://127.0.0.1:3001'
const folder = mkdtempSync(join(tmpdir(), 'tidemark-web-'))
let web: Web

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>page')
  writeFileSync(join(folder, '.stamp'), 'secret')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), 'brotli')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.gz'), 'gzip')
  web = createWeb({ folder, issuer: `${ISSUER}/`, publicUrl: 'https://tidemark.example/x' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function get(path: string, headers: Record<string, string> = {}, of = web): Response {
  const request = new Request(`http://localhost${path}`, { headers })
  noteRequest(request, { id: 'test', address: '127.0.0.1' })
  return of(path, request)
}

describe('the page', () => {
  test.each(['/', '/index.html', '/vote/view/7', '/boards/frees'])('answers %s', async (path) => {
    const reply = get(path)
    expect(await reply.text()).toBe('<!doctype html>page')
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('runs and styles nothing but its own files, and speaks to the provider', () => {
    const policy = get('/').headers.get('content-security-policy') ?? ''
    const directives = new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')] as const
      }),
    )
    expect(directives.get('script-src')).toBe("'self'")
    expect(directives.get('style-src-elem')).toBe("'self'")
    expect(directives.get('connect-src')).toBe(`'self' wss://tidemark.example ${ISSUER}`)
    expect(directives.get('frame-src')).toBe(EMBED_ORIGINS.join(' '))
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(policy.match(/unsafe-\w+/g)).toEqual(['unsafe-inline'])
    expect(directives.get('style-src-attr')).toBe("'unsafe-inline'")
  })
})

describe('a hashed file', () => {
  const path = '/assets/app-1a2b.js'

  test('is kept for a year', () => {
    const { headers } = get(path)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('vary')).toBe('accept-encoding')
    expect(headers.get('content-security-policy')).toBeNull()
  })

  test.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['br;q=0.5', 'br', 'brotli'],
    ['identity', null, 'plain'],
    ['', null, 'plain'],
  ])('accepting %p is sent as %p', async (accepted, encoding, body) => {
    const reply = get(path, { 'accept-encoding': accepted })
    expect(reply.headers.get('content-encoding')).toBe(encoding)
    expect(await reply.text()).toBe(body)
  })

  test('is not sent again to whoever has it, in the encoding they have', () => {
    const etag = get(path, { 'accept-encoding': 'br' }).headers.get('etag') ?? ''
    const again = { 'accept-encoding': 'br', 'if-none-match': `"x", W/${etag}` }
    expect(get(path, again).status).toBe(304)
    expect(get(path, { 'if-none-match': etag }).status).toBe(200)
  })
})

describe('refused', () => {
  test.each([
    '/assets/gone-9.js',
    '/.stamp',
    '/assets/app-1a2b.js.br',
    '/../package.json',
    '/..%2fpackage.json',
    '/api',
    '/api/v2/votes',
    '/openapi',
    '/metrics/x',
  ])('%s', (path) => {
    expect(() => get(path)).toThrow('There is nothing here.')
  })

  test('anything but reading', () => {
    const request = new Request('http://localhost/', { method: 'POST' })
    noteRequest(request, { id: 'test', address: '127.0.0.1' })
    expect(() => web('/', request)).toThrow('This method is not allowed here.')
  })

  test('without a web build, with words', async () => {
    const none = createWeb({ folder: join(folder, 'none'), issuer: ISSUER, publicUrl: ISSUER })
    const reply = get('/', {}, none)
    expect(reply.status).toBe(404)
    expect(await reply.text()).toContain('There is no web build here.')
  })
})
