import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { Person, TestServer } from '#tests/support/test-server.ts'

/** A forged token and its expected reply. */
export interface Forgery {
  name: string
  token: string
  answer: '401 TOKEN_INVALID' | '401 TOKEN_EXPIRED'
}

type Json = Record<string, unknown>

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const HEADER = { alg: 'HS256', typ: 'at+jwt' }

/** A JWT with this header and payload, signed by HMAC with `key`; a string is encoded as is. */
export function hmacToken(
  header: unknown,
  payload: unknown,
  key: Uint8Array | string,
  hash = 'sha256',
) {
  const body = `${encode(header)}.${encode(payload)}`
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`
}

/** The payload of a token, unverified. */
export function payloadOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** Keys known to an attacker: empty, common words, the provider's public key in several encodings. */
async function knownKeys(server: TestServer): Promise<[string, Uint8Array | string][]> {
  const { issuer } = await server.api.authConfig()
  const jwks = await fetch(`${issuer}/jwks`).then((reply) => reply.text())
  const { keys }: { keys: Json[] } = JSON.parse(jwks)
  const ofProvider = keys.flatMap((key): [string, string][] => [
    ['the public key as JSON', JSON.stringify(key)],
    ['the public modulus', String(key.n ?? key.x)],
  ])
  const words = ['', 'secret', 'tidemark', 'null', 'undefined', '0'.repeat(32)]
  return [
    ...words.map((word): [string, string] => [`the word ${JSON.stringify(word)}`, word]),
    ['zero bytes', new Uint8Array(32)],
    ['the public keys as they are served', jwks],
    ...ofProvider,
  ]
}

/** Tokens signed by a foreign asymmetric key that the header itself supplies. */
function asymmetric(payload: Json): [string, string][] {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const forge = (header: Json, by: 'rsa' | 'ec') => {
    const body = `${encode({ typ: 'at+jwt', ...header })}.${encode(payload)}`
    const key =
      by === 'rsa' ? rsa.privateKey : { key: ec.privateKey, dsaEncoding: 'ieee-p1363' as const }
    return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
  }
  const jwk = rsa.publicKey.export({ format: 'jwk' })
  return [
    ['RS256 with a foreign key', forge({ alg: 'RS256' }, 'rsa')],
    ['RS256 with the key embedded in the header', forge({ alg: 'RS256', jwk }, 'rsa')],
    ['RS256 with a key URL', forge({ alg: 'RS256', jku: 'http://127.0.0.1:1/' }, 'rsa')],
    ['RS256 with a certificate URL', forge({ alg: 'RS256', x5u: 'http://127.0.0.1:1/' }, 'rsa')],
    ['ES256 with a foreign key', forge({ alg: 'ES256' }, 'ec')],
    ['HS256 header, RSA signature', forge({ alg: 'HS256', jwk }, 'rsa')],
  ]
}

/** Malformed variants of a genuine token. */
function bent(token: string): [string, string][] {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const raised = encode({ ...payloadOf(token), is_admin: 9 })
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  return [
    ['admin claim under the old signature', `${header}.${raised}.${signature}`],
    ['one signature character changed', `${header}.${payload}.${flipped}`],
    ['half a signature', `${header}.${payload}.${signature.slice(0, 20)}`],
    ['no signature', `${header}.${payload}.`],
    ['two parts', `${header}.${payload}`],
    ['four parts', `${token}.${signature}`],
    ['five parts, like a JWE', `${header}..${payload}.${signature}.x`],
    ['the signature doubled', `${token}${signature}`],
    ['padding', `${token}=`],
    ['other base64', `${header}.${payload}.${signature}`.replace(/.$/, '+')],
    ['quotes around it', `"${token}"`],
    ['two tokens joined by a comma', `${token},${token}`],
    ['dots', '...'],
    ['5 kB', `${header}.${payload}${'A'.repeat(5000)}.${signature}`],
  ]
}

/** Every forgery of the tokens of `person`; every route must reject each of them. */
export async function forgeriesFor(
  server: TestServer,
  person: Person,
  others: { idToken: string },
): Promise<Forgery[]> {
  const key = server.infrastructure.secrets.jwt
  const genuine = payloadOf(person.token)
  const now = Math.floor(server.clock.now() / 1000)
  const without = (name: string) =>
    Object.fromEntries(Object.entries(genuine).filter(([claim]) => claim !== name))
  const claims = (changes: Json, header: Json = {}) =>
    hmacToken({ ...HEADER, ...header }, { ...genuine, ...changes }, key)
  const none = ['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): [string, string][] => {
    const body = `${encode({ ...HEADER, alg })}.${encode(genuine)}`
    return [
      [`alg ${alg || 'empty'}, unsigned`, `${body}.`],
      [`alg ${alg || 'empty'}, signed`, hmacToken({ ...HEADER, alg }, genuine, key)],
    ]
  })
  const guessed = (await knownKeys(server)).map(([name, guess]): [string, string] => [
    `signed with ${name}`,
    hmacToken({ ...HEADER, kid: '../../dev/null' }, genuine, guess),
  ])
  const wrong: [string, string][] = [
    ...none,
    ...guessed,
    ...asymmetric(genuine),
    ...bent(person.token),
    ['HS384 with the right key', hmacToken({ ...HEADER, alg: 'HS384' }, genuine, key, 'sha384')],
    ['HS512 with the right key', hmacToken({ ...HEADER, alg: 'HS512' }, genuine, key, 'sha512')],
    ['HS512 header, HS256 signature', hmacToken({ ...HEADER, alg: 'HS512' }, genuine, key)],
    ['an unknown critical extension', claims({}, { crit: ['x'], x: 1 })],
    ['type JWT', claims({}, { typ: 'JWT' })],
    ['no type', hmacToken({ alg: 'HS256' }, genuine, key)],
    ['the type of an ID token', claims({}, { typ: 'id+jwt' })],
    ['a header that is not JSON', hmacToken('{', genuine, key)],
    ['a header that is an array', hmacToken([HEADER], genuine, key)],
    ['a payload that is not JSON', hmacToken(HEADER, 'hello', key)],
    ['a payload that is an array', hmacToken(HEADER, [genuine], key)],
    ['a payload of null', hmacToken(HEADER, 'null', key)],
    ['another audience', claims({ aud: 'tidemark-web' })],
    ['a list of audiences', claims({ aud: ['tidemark-api', 'x'] })],
    ['another issuer', claims({ iss: 'https://accounts.google.com' })],
    ['not valid yet', claims({ nbf: now + 3600, exp: now + 7200 })],
    ['expiry as a string', claims({ exp: String(now + 600) })],
    ['fractional expiry', claims({ exp: now + 600.5 })],
    ['the id of another user', claims({ id: person.id + 1 })],
    ['the subject of another user', claims({ sub: String(person.id + 1) })],
    ['an id of zero', claims({ id: 0, sub: '0' })],
    ['a negative id', claims({ id: -1, sub: '-1' })],
    ['an id above the integer range', claims({ id: 2 ** 31, sub: String(2 ** 31) })],
    ['a negative admin level', claims({ is_admin: -1 })],
    ...['iss', 'aud', 'sub', 'sid', 'nbf', 'exp', 'id', 'is_admin'].map(
      (name): [string, string] => [`no ${name}`, hmacToken(HEADER, without(name), key)],
    ),
    ['the ID token of the provider', others.idToken],
    ['the refresh token', person.refreshToken],
  ]
  const late: [string, string][] = [
    ['expired this second', claims({ nbf: now - 600, exp: now })],
    ['expired long ago', claims({ nbf: 1, exp: 601 })],
    ['a negative expiry', claims({ nbf: -601, exp: -1 })],
  ]
  return [
    ...wrong.map(([name, token]) => ({ name, token, answer: '401 TOKEN_INVALID' as const })),
    ...late.map(([name, token]) => ({ name, token, answer: '401 TOKEN_EXPIRED' as const })),
  ]
}
