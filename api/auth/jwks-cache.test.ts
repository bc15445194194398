import { beforeAll, describe, expect, test } from 'bun:test'
import { errors, exportJWK, generateKeyPair, type JWK } from 'jose'
import { testClock } from '#tests/support/test-clock.ts'
import { createJwksCache, KeysUnavailable } from './jwks-cache.ts'

const first: JWK[] = []
const second: JWK[] = []
beforeAll(async () => {
  for (const [kid, set] of [['one', first] as const, ['two', second] as const]) {
    const { publicKey } = await generateKeyPair('ES256')
    set.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' })
  }
})

function cacheOf(answer: () => Response | Promise<Response>) {
  const clock = testClock('2026-11-05T00:00:00Z')
  let calls = 0
  const keys = createJwksCache('http://issuer.test/jwks', clock, async () => {
    calls++
    return answer()
  })
  const ask = (kid: string) =>
    keys({ alg: 'ES256', kid }, { payload: '', protected: '', signature: '' })
  return { ask, clock, calls: () => calls }
}

describe('the issuer’s keys', () => {
  test('are asked for once, however many wait, and again after ten minutes', async () => {
    const { ask, clock, calls } = cacheOf(() => Response.json({ keys: first }))
    await Promise.all(Array.from({ length: 20 }, () => ask('one')))
    expect(calls()).toBe(1)
    clock.advance(599_999)
    await ask('one')
    expect(calls()).toBe(1)
    clock.advance(1)
    await ask('one')
    expect(calls()).toBe(2)
  })

  test('an unknown key is looked for after the cooldown, then found (rotation)', async () => {
    let published = first
    const { ask, clock, calls } = cacheOf(() => Response.json({ keys: published }))
    await ask('one')
    published = second
    await expect(ask('two')).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey)
    expect(calls()).toBe(1)
    clock.advance(30_000)
    await ask('two')
    expect(calls()).toBe(2)
    await expect(ask('one')).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey)
  })

  test('forged key ids cause one request in thirty seconds', async () => {
    const { ask, clock, calls } = cacheOf(() => Response.json({ keys: first }))
    for (let second = 0; second < 300; second++) {
      await ask(`forged-${second}`).catch(() => undefined)
      clock.advance(1_000)
    }
    expect(calls()).toBe(10)
  })

  test('an issuer that is down: known keys for a day, then unavailable, tried once a second', async () => {
    let up = true
    const { ask, clock, calls } = cacheOf(() => {
      if (!up) throw new TypeError('connection refused')
      return Response.json({ keys: first })
    })
    await ask('one')
    up = false
    clock.advance(86_399_999)
    await ask('one')
    await expect(ask('two')).rejects.toBeInstanceOf(KeysUnavailable)
    expect(calls()).toBe(2)
    clock.advance(1_000)
    await expect(ask('one')).rejects.toBeInstanceOf(KeysUnavailable)
    expect(calls()).toBe(3)
    up = true
    clock.advance(1_000)
    await ask('one')
    expect(calls()).toBe(4)
  })

  test.each([
    ['an error page', () => new Response('busy', { status: 503 })],
    ['no JSON', () => new Response('<html>')],
    ['no keys', () => Response.json({})],
    ['null', () => Response.json(null)],
    ['too much', () => new Response(`{"keys":[],"x":"${'x'.repeat(70_000)}"}`)],
  ])('%s instead of keys is unavailability', async (_name, answer) => {
    await expect(cacheOf(answer).ask('one')).rejects.toBeInstanceOf(KeysUnavailable)
  })
})
