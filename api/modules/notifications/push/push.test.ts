import { describe, expect, test } from 'bun:test'
import { decryptPush, pushService, verifyVapid } from '#tests/support/push-service.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createSendPush } from './send-push.ts'
import { areSubscriptionKeys, parsePushEndpoint } from './subscription.ts'
import { createVapidKey } from './vapid-key.ts'

const NOW = Date.parse('2026-11-23T00:10:00Z')
const SUBJECT = 'mailto:contact@tidemark.app'
const key = createVapidKey('s'.repeat(32), SUBJECT)
const MESSAGE = { payload: '{"web_push":8030}', ttlSeconds: 60, topic: 'settled-2026-11-16' }

/** RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  publicKey:
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const EXAMPLE_BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6' +
  'TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc' +
  'y4a-fN'

function setUp() {
  const service = pushService()
  const clock = testClock(NOW)
  const send = createSendPush({ key, clock, fetch: service.fetch })
  return { service, clock, send }
}

describe('a push message', () => {
  test('of the example of RFC 8291 is decrypted by the stand-in', () => {
    const body = Buffer.from(EXAMPLE_BODY, 'base64url')
    expect(decryptPush(body, EXAMPLE)).toBe('When I grow up, I want to be a watermelon')
  })

  test('arrives encrypted, signed, and with the headers of RFC 8030', async () => {
    const { service, send } = setUp()
    const to = service.subscribe()
    expect(await send(to, MESSAGE)).toEqual({ result: 'sent' })
    const [received] = service.received
    expect(received?.text).toBe(MESSAGE.payload)
    const { headers = new Headers() } = received ?? {}
    expect(headers.get('ttl')).toBe('60')
    expect(headers.get('topic')).toBe('settled-2026-11-16')
    expect(headers.get('content-encoding')).toBe('aes128gcm')
    const { claims, key: sent } = await verifyVapid(headers.get('authorization') ?? '', NOW)
    expect(sent).toBe(key.publicKey)
    expect(claims).toEqual({
      aud: 'https://fcm.googleapis.com',
      sub: SUBJECT,
      exp: NOW / 1000 + 12 * 3600,
    })
  })

  test.each([
    [404, null, { result: 'gone' }],
    [410, null, { result: 'gone' }],
    [429, '120', { result: 'later', afterMs: 120_000 }],
    [429, 'Mon, 23 Nov 2026 00:12:00 GMT', { result: 'later', afterMs: 120_000 }],
    [503, null, { result: 'later', afterMs: null }],
    [403, null, { result: 'failed', reason: 'status 403' }],
    [413, null, { result: 'failed', reason: 'status 413' }],
    // The service may have accepted it.
    [500, null, { result: 'failed', reason: 'status 500' }],
    [302, null, { result: 'failed', reason: 'status 302' }],
  ] as const)('answered with %d %p', async (status, retryAfter, expected) => {
    const { service, send } = setUp()
    const to = service.subscribe()
    const headers = retryAfter === null ? {} : { 'retry-after': retryAfter }
    service.reply(to.endpoint, () => new Response(null, { status, headers }))
    expect(await send(to, MESSAGE)).toEqual(expected)
  })

  test('without a reply in time is not sent again', async () => {
    const { clock, service } = setUp()
    const aborted = Promise.withResolvers<boolean>()
    const fetch = (_: string, { signal }: RequestInit) => {
      signal?.addEventListener('abort', () => aborted.resolve(true))
      return new Promise<Response>(() => {})
    }
    const sent = createSendPush({ key, clock, fetch })(service.subscribe(), MESSAGE)
    clock.advance(10_000)
    expect(await sent).toEqual({ result: 'failed', reason: 'no reply in time' })
    expect(await aborted.promise).toBe(true)
  })
})

test('the header is signed again before it expires, and when the clock was set back', async () => {
  const own = createVapidKey('t'.repeat(32), SUBJECT)
  const at = (hours: number) => own.authorization('https://a.example', NOW + hours * 3_600_000)
  const first = await at(0)
  expect(await at(10)).toBe(first)
  const second = await at(11.5)
  expect(second).not.toBe(first)
  expect(await at(0)).not.toBe(second)
  expect(own.publicKey).toBe(createVapidKey('t'.repeat(32), SUBJECT).publicKey)
  expect(own.publicKey).not.toBe(key.publicKey)
})

test('only known push services are sent to', () => {
  const good = [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/Qa',
    'https://wns2-par02p.notify.windows.com/w/?token=a',
  ]
  const bad = [
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evil.example/fcm.googleapis.com',
    'https://evilpush.apple.com/a',
    'https://push.apple.com.evil/a',
    'https://127.0.0.1/a',
    'nothing',
  ]
  expect(good.map(parsePushEndpoint)).toEqual(good)
  expect(bad.filter((one) => parsePushEndpoint(one) !== null)).toEqual([])
})

test('keys must be a point of the curve and 16 bytes', () => {
  const { p256dh, auth } = pushService().subscribe()
  expect(areSubscriptionKeys({ p256dh, auth })).toBe(true)
  expect(areSubscriptionKeys({ p256dh: `B${'A'.repeat(86)}`, auth })).toBe(false)
  expect(areSubscriptionKeys({ p256dh, auth: 'short' })).toBe(false)
})

test.each([
  ['HTTPS://FCM.GoogleAPIs.com/fcm/Send/Abc', 'https://fcm.googleapis.com/fcm/Send/Abc'],
  ['https://fcm.googleapis.com:443/a#x', 'https://fcm.googleapis.com/a'],
  ['https://fcm.googleapis.com/a#', 'https://fcm.googleapis.com/a'],
])('%s is stored as %s', (endpoint, stored) => {
  expect(parsePushEndpoint(endpoint)).toBe(stored)
})
