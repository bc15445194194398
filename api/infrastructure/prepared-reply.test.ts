import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { eventually } from '#tests/support/eventually.ts'
import { prepareReply, responder } from './prepared-reply.ts'

const request = (headers: Record<string, string> = {}) => new Request('http://a/', { headers })

describe('prepared reply', () => {
  test('reads a moving header for each reply, of every kind', () => {
    let age: string | null = '0'
    const moving = { name: 'x-price-age', read: () => age }
    const reply = prepareReply({ long: 'x'.repeat(2000) }, { moving })
    const plain = responder(reply)
    const withHeaders = responder(reply, { 'x-more': 'yes' })
    const kinds = [
      request(),
      request({ 'accept-encoding': 'gzip' }),
      request({ 'if-none-match': '*' }),
    ]
    for (age of ['0', '1', null, '61']) {
      for (const respond of [plain, withHeaders]) {
        for (const kind of kinds) {
          expect(respond(kind).headers.get('x-price-age')).toBe(age)
        }
      }
    }
    expect(withHeaders(request()).headers.get('x-more')).toBe('yes')
    expect(plain(request()).headers.has('x-more')).toBe(false)
  })

  test('may be stored by a shared cache that asks for guests', () => {
    let age = '0'
    const moving = { name: 'x-price-age', read: () => age }
    const respond = responder(prepareReply({ a: 1 }, { moving, vary: 'Accept-Language, Cookie' }))
    const of = (headers: Record<string, string>) => respond(request(headers)).headers
    for (age of ['0', '7']) {
      for (const more of [{}, { 'if-none-match': '*' }]) {
        const shared = of({ 'x-shared-cache': 'ko', ...more })
        expect(shared.get('cache-control')).toContain('s-maxage=1')
        expect(shared.get('vary')).toBe('Accept-Encoding, x-shared-cache')
        expect(shared.get('x-price-age')).toBe(age)
        expect(of(more).get('x-price-age')).toBe(age)
      }
    }
    for (const more of [
      { authorization: 'Bearer a' },
      { origin: 'app://tidemark' },
      { 'x-shared-cache': 'yes' },
    ]) {
      const own = of({ 'x-shared-cache': 'en', ...more })
      expect(own.get('cache-control')).toBe('no-cache')
      expect(own.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
    }
  })

  test('is not affected by changes to the headers of a sent reply', () => {
    const respond = responder(prepareReply({ a: 1 }))
    respond(request()).headers.set('access-control-allow-origin', 'app://tidemark')
    expect(respond(request()).headers.has('access-control-allow-origin')).toBe(false)
  })

  test('has the ETag of its bytes, or of `tagOf`', async () => {
    const tag = (value: unknown, tagOf?: string) =>
      prepareReply(value, tagOf === undefined ? {} : { tagOf }).etag
    expect(tag({ a: 1 })).toBe(tag({ a: 1 }))
    expect(tag({ a: 1 })).not.toBe(tag({ a: 2 }))
    expect(tag({ a: 1 }, 'same')).toBe(tag({ a: 2 }, 'same'))
    expect(await responder(prepareReply({ a: '€' }))(request()).json()).toEqual({ a: '€' })
  })

  test('is sent with Brotli once it is requested often, with the same ETag and headers', async () => {
    const list = Array.from({ length: 3000 }, (_, hour) => ({
      hour,
      price: `${(hour * 7919) % 1e5}`,
    }))
    let age = '0'
    const options = { hasBrotli: true, moving: { name: 'x-price-age', read: () => age } }
    const prepared = prepareReply(list, options)
    const respond = responder(prepared)
    const get = () => respond(request({ 'accept-encoding': 'gzip, br' }))
    expect(get().headers.get('content-encoding')).toBe('gzip')
    await eventually(() => get().headers.get('content-encoding') === 'br')
    age = '61'
    const reply = get()
    const bytes = await reply.bytes()
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(list)
    expect(bytes.length).toBeLessThan(prepared.gzip?.length ?? 0)
    expect(reply.headers.get('etag')).toBe(prepared.etag)
    expect(reply.headers.get('vary')).toContain('Accept-Encoding')
    expect(reply.headers.get('x-price-age')).toBe('61')
    const refused = respond(request({ 'accept-encoding': 'gzip, br;q=0' }))
    expect(refused.headers.get('content-encoding')).toBe('gzip')
    expect(respond(request()).headers.has('content-encoding')).toBe(false)
  })
})
