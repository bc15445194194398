import { describe, expect, test } from 'bun:test'
import { prepareReply } from './prepared-reply.ts'

const request = (headers: Record<string, string> = {}) => new Request('http://a/', { headers })

describe('a prepared reply', () => {
  test('reads a moving header anew for each answer, on every kind of reply', () => {
    let age: string | null = '0'
    const moving = { name: 'x-price-age', read: () => age }
    const reply = prepareReply({ long: 'x'.repeat(2000) }, { moving })
    const dressed = reply.dressed({ 'x-more': 'yes' })
    const kinds = [
      request(),
      request({ 'accept-encoding': 'gzip' }),
      request({ 'if-none-match': '*' }),
    ]
    for (age of ['0', '1', null, '61']) {
      for (const one of [reply, dressed]) {
        for (const kind of kinds) {
          expect(one.respond(kind).headers.get('x-price-age')).toBe(age)
        }
      }
    }
    expect(dressed.respond(request()).headers.get('x-more')).toBe('yes')
    expect(reply.respond(request()).headers.has('x-more')).toBe(false)
  })

  test('an answer whose headers are changed leaves the next one alone', () => {
    const reply = prepareReply({ a: 1 })
    reply.respond(request()).headers.set('access-control-allow-origin', 'app://tidemark')
    expect(reply.respond(request()).headers.has('access-control-allow-origin')).toBe(false)
  })

  test('has the tag of its bytes, or of what it is told', async () => {
    const tag = (value: unknown, tagOf?: string) =>
      prepareReply(value, tagOf === undefined ? {} : { tagOf })
        .respond(request())
        .headers.get('etag')
    expect(tag({ a: 1 })).toBe(tag({ a: 1 }))
    expect(tag({ a: 1 })).not.toBe(tag({ a: 2 }))
    expect(tag({ a: 1 }, 'same')).toBe(tag({ a: 2 }, 'same'))
    expect(await prepareReply({ a: '€' }).respond(request()).json()).toEqual({ a: '€' })
  })
})
