import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { redact } from './redact.ts'

const base64url = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...base64url), minLength, maxLength })
const long = letters(43, 86)
/** Long enough not to occur in a text by chance. */
const short = letters(12, 24)
const around = fc.string({ maxLength: 40 })

test('removes long random tokens in any context', () => {
  fc.assert(
    fc.property(around, long, around, (before, secret, after) => {
      expect(redact(`${before}${secret}${after}`)).not.toContain(secret.slice(0, 12))
    }),
  )
})

test('removes a JWT, also without a signature', () => {
  const part = fc.record({ sub: fc.string(), alg: fc.string() }).map((value) => {
    return Buffer.from(JSON.stringify(value)).toString('base64url')
  })
  fc.assert(
    fc.property(part, part, fc.option(long), (head, claims, signature) => {
      const text = redact(`the API rejected ${head}.${claims}.${signature ?? ''} at 12:00`)
      expect(text).not.toContain(claims)
      expect(text).toStartWith('the API rejected ')
      expect(text).toEndWith(' at 12:00')
    }),
  )
})

const names = fc.constantFrom(
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'tokenId',
  'id_token',
  'code',
  'code_verifier',
  'state',
  'nonce',
  'client_secret',
  'password',
)
const shapes = fc.constantFrom<(name: string, value: string) => string>(
  (name, value) => `http://127.0.0.1:4000/callback?${name}=${value}&x=1`,
  (name, value) => `POST grant=1&${name}=${value}`,
)
const objects = fc.constantFrom<(name: string, value: string) => string>(
  (name, value) => JSON.stringify({ [name]: value, next: 1 }),
  (name, value) => JSON.stringify(JSON.stringify({ [name]: value })),
  (name, value) => Bun.inspect({ [name]: value }),
  (name, value) => `{ ${name}: '${value}' }`,
)

test('removes values of secret names in URLs and forms', () => {
  fc.assert(
    fc.property(names, short, shapes, (name, value, shape) => {
      expect(redact(shape(name, value))).not.toContain(value)
    }),
  )
})

test('removes values of secret names in objects', () => {
  // Lower case, because upper-case words are error codes.
  const value = fc.tuple(short, around).map(([secret, rest]) => `${secret}ab'"${rest}${secret}`)
  const simple = short.map((secret) => `a${secret}`)
  fc.assert(
    fc.property(names, simple, objects, (name, secret, shape) => {
      expect(redact(shape(name, secret))).not.toContain(secret)
    }),
  )
  fc.assert(
    fc.property(names, value, (name, secret) => {
      const text = redact(JSON.stringify({ [name]: secret, next: 1 }))
      expect(text).not.toContain(secret.slice(0, 12))
      expect(text).not.toContain(secret.slice(-12))
    }),
  )
})

test('removes bearer tokens and email addresses', () => {
  expect(redact('authorization: Bearer abc')).not.toContain('abc')
  expect(redact('sent Bearer abc, got 401')).toBe('sent Bearer [hidden], got 401')
  expect(redact('mina.kim+btc@example.co.kr signed in')).toBe('[e-mail] signed in')
})

test('leaves the details needed for a diagnosis', () => {
  for (const text of [
    "connect failed { code: 'ECONNREFUSED', errno: -111 }",
    '{"success":false,"code":"VOTE_REQUIRED"}',
    'renderer gone: crashed, exit code 139, exitCode: 5',
    'at start (file:///opt/Tidemark/resources/app.asar/out/main/index.js:12:34)',
    'node_modules/@napi-rs/keyring/index.js',
    'GET /api/v1/votes/12 answered 503',
  ]) {
    expect(redact(text)).toBe(text)
  }
})

test('is fast on adversarial input', () => {
  const begin = performance.now()
  for (const piece of ['ey', 'a.', 'code:', '"token":', '\\', "'", 'a@', 'state='])
    redact(piece.repeat(16_000 / piece.length))
  expect(performance.now() - begin).toBeLessThan(2_000)
})
