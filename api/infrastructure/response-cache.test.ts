import { describe, expect, test } from 'bun:test'
import { prepareReply, responder } from './response-cache.ts'

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
})
