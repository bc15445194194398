import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { createWeb, filledSlots, type Web } from './web.ts'

const WORKER_POLICY = "default-src 'none'; connect-src 'self'"
const PAGE = '<!doctype html><head></head>page'
const EARLY = 'run()'
const EARLY_HASH = `'sha256-${new Bun.CryptoHasher('sha256').update(EARLY).digest('base64')}'`
const SITE = 'http://127.0.0.1:3000'
const folder = mkdtempSync(join(tmpdir(), 'tidemark-web-'))
let web: Web

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, '.stamp'), 'secret')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'early-1a2b.js'), EARLY)
  writeFileSync(join(folder, 'sw.js'), 'worker')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), 'brotli')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.gz'), 'gzip')
  web = createWeb({
    folder,
    hasGoogleButton: false,
    publicUrl: 'https://tidemark.example/x',
    adSlots: [],
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function get(path: string, headers: Record<string, string> = {}, of = web): Response {
  return of.handle(path, new Request(`http://localhost${path}`, { headers }))
}

describe('page', () => {
  test.each(['/', '/index.html', '/vote/view/7', '/boards/frees'])(
    'is served for %s',
    async (path) => {
      const reply = get(path)
      expect(await reply.text()).toBe(PAGE)
      expect(reply.headers.get('cache-control')).toBe('no-cache')
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  const nonceOf = (html: string) => /<meta property="csp-nonce" nonce="([^"]+)"/.exec(html)?.[1]

  const publicUrl = 'https://tidemark.example'
  const withGoogle = () => createWeb({ folder, hasGoogleButton: true, publicUrl, adSlots: [] })

  test('with Google as the provider, a sign-in screen carries a nonce of its own, and no ETag', async () => {
    const of = withGoogle()
    const nonces = new Set<string | undefined>()
    const encodings = ['identity', 'gzip, br', 'gzip;q=0']
    for (const path of ['/login', '/login/callback', '/settings/account']) {
      for (const encoding of encodings) {
        const reply = get(path, { 'accept-encoding': encoding, 'if-none-match': '*' }, of)
        const isGzip = encoding === 'gzip, br'
        expect(reply.status).toBe(200)
        expect(reply.headers.get('etag')).toBeNull()
        expect(reply.headers.get('content-encoding')).toBe(isGzip ? 'gzip' : null)
        const body = await reply.bytes()
        const nonce = nonceOf((isGzip ? gunzipSync(body) : Buffer.from(body)).toString())
        expect(nonce).toMatch(/^[\w+/]{22}==$/)
        expect(reply.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
        nonces.add(nonce)
      }
    }
    expect(nonces.size).toBe(9)
  })

  test('with Google as the provider, every other page is the same for everybody', async () => {
    const of = withGoogle()
    for (const path of ['/', '/vote', '/donation']) {
      const reply = get(path, {}, of)
      expect(reply.headers.get('etag')).not.toBeNull()
      expect(reply.headers.get('content-security-policy')).toBe(policyOf(web))
      const html = await reply.text()
      expect(html).toContain('<meta name="sign-in" content="document" />')
      expect(nonceOf(html)).toBeUndefined()
    }
    expect(await get('/login').text()).not.toContain('name="sign-in"')
  })

  const policyOf = (of: Web) => get('/', {}, of).headers.get('content-security-policy') ?? ''
  const directivesOf = (policy: string) =>
    new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')] as const
      }),
    )

  test('allows only its own scripts, styles and connections', () => {
    const policy = policyOf(web)
    const directives = directivesOf(policy)
    expect(directives.get('script-src')).toBe(`'self' ${EARLY_HASH}`)
    expect(directives.get('style-src-elem')).toBe("'self'")
    expect(directives.get('connect-src')).toBe("'self' wss://tidemark.example")
    expect(directives.get('frame-src')).toBe(EMBED_ORIGINS.join(' '))
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(policy.match(/unsafe-\w+/g)).toEqual(['unsafe-inline'])
    expect(directives.get('style-src-attr')).toBe("'unsafe-inline'")
    expect(policy).not.toContain('google.com/gsi')
  })

  test('with Google as the provider allows its button and nothing else of Google', async () => {
    const google = 'https://accounts.google.com'
    const reply = get('/login', {}, withGoogle())
    const policy = reply.headers.get('content-security-policy') ?? ''
    const directives = directivesOf(policy)
    const nonce = `'nonce-${nonceOf(await reply.text())}'`
    expect(directives.get('script-src')).toBe(`'self' ${EARLY_HASH} ${google}/gsi/client`)
    expect(directives.get('style-src')).toBe(`'self' ${google}/gsi/style ${nonce}`)
    expect(directives.get('style-src-elem')).toBe(`'self' ${google}/gsi/style ${nonce}`)
    expect(directives.get('frame-src')).toBe([...EMBED_ORIGINS, `${google}/gsi/`].join(' '))
    expect(directives.get('connect-src')).toBe(`'self' wss://tidemark.example ${google}/gsi/`)
    expect(policy.match(/unsafe-\w+/g)).toEqual(['unsafe-inline'])
    expect(policy.match(/https:\/\/accounts\.google\.com(?!\/gsi\/)/g)).toBeNull()
  })
})

describe('ad slots in use', () => {
  const ads = { top: null, middle: null, bottom: null }
  const slot = { image: 'https://a.example/a.png', href: 'https://a.example', alt: 'A' }

  test('are named in the page, in every encoding', async () => {
    const adSlots = filledSlots({ ads: { ...ads, top: slot, bottom: slot } })
    const of = createWeb({ folder, hasGoogleButton: false, publicUrl: SITE, adSlots })
    const page = PAGE.replace('</head>', '<meta name="ad-slots" content="top bottom" /></head>')
    const bytes = async (encoding: string) => get('/', { 'accept-encoding': encoding }, of).bytes()
    expect(await get('/index.html', {}, of).text()).toBe(page)
    expect(new TextDecoder().decode(brotliDecompressSync(await bytes('br')))).toBe(page)
    expect(new TextDecoder().decode(gunzipSync(await bytes('gzip')))).toBe(page)
    expect(get('/', {}, of).headers.get('etag')).not.toBe(get('/').headers.get('etag'))
  })

  test('are none by default', () => expect(filledSlots({ ads })).toEqual([]))
})

describe('preloads of a route', () => {
  const parts = join(folder, '.route-parts.json')
  afterAll(() => rmSync(parts, { force: true }))
  const create = () =>
    createWeb({ folder, hasGoogleButton: false, publicUrl: SITE, adSlots: ['top'] })

  test('are in the page of that route only, beside the ad slots, in every encoding', async () => {
    const home = {
      path: '^/$',
      files: ['/assets/home-1.js', '/assets/home-1.css'],
      sheet: '/a.css',
    }
    const vote = { path: '^/vote$', files: ['/assets/chart-1.js'], sheet: '/b.css' }
    writeFileSync(parts, JSON.stringify([home, vote]))
    const of = create()
    const ads = '<meta name="ad-slots" content="top" />'
    const ofHome =
      '<link rel="modulepreload" crossorigin href="/assets/home-1.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/home-1.css">'
    const ofVote = '<link rel="modulepreload" crossorigin href="/assets/chart-1.js">'
    const page = (tags: string) => PAGE.replace('</head>', `${ads}${tags}</head>`)
    expect(await get('/', {}, of).text()).toBe(page(ofHome))
    expect(await get('/vote', {}, of).text()).toBe(page(ofVote))
    expect(await get('/vote/write', {}, of).text()).toBe(page(''))
    const packed = await get('/vote', { 'accept-encoding': 'br' }, of).bytes()
    expect(new TextDecoder().decode(brotliDecompressSync(packed))).toBe(page(ofVote))
    const [one, other] = ['/', '/vote'].map((path) => get(path, {}, of).headers.get('etag'))
    expect(one).not.toBe(other ?? '')
    expect(() => get('/.route-parts.json', {}, of)).toThrow('There is nothing here.')
  })

  test('throws when the list is malformed', () => {
    writeFileSync(parts, JSON.stringify([{ path: '^/$' }]))
    expect(create).toThrow()
  })
})

describe('hashed file', () => {
  const path = '/assets/app-1a2b.js'

  test('is cached for a year', () => {
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

  test('replies 304 to a matching ETag of the same encoding', () => {
    const etag = get(path, { 'accept-encoding': 'br' }).headers.get('etag') ?? ''
    const again = { 'accept-encoding': 'br', 'if-none-match': `"x", W/${etag}` }
    expect(get(path, again).status).toBe(304)
    expect(get(path, { 'if-none-match': etag }).status).toBe(200)
  })
})

test('the service worker may fetch from the site and is checked for a new build at each visit', () => {
  const { headers } = get('/sw.js')
  expect(headers.get('content-security-policy')).toBe(WORKER_POLICY)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

describe('refuses', () => {
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
    expect(() => get(path)).toThrow(/There is nothing here\.|NOT_FOUND/)
  })

  test('methods other than GET and HEAD', () => {
    const request = new Request('http://localhost/', { method: 'POST' })
    expect(() => web.handle('/', request)).toThrow('This method is not allowed here.')
  })

  test('every path without a web build, with an explanation', async () => {
    const none = createWeb({
      folder: join(folder, 'none'),
      hasGoogleButton: false,
      publicUrl: SITE,
      adSlots: ['top'],
    })
    const reply = get('/', {}, none)
    expect(reply.status).toBe(404)
    expect(await reply.text()).toContain('There is no web build here.')
  })
})
