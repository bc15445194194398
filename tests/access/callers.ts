import { SignJWT } from 'jose'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import type { Person, TestServer } from '#tests/support/test-server.ts'

/** Every kind of caller in the table. */
export const CALLERS = [
  'guest',
  'author',
  'other',
  'notVoted',
  'admin',
  'expired',
  'revoked',
  'algNone',
  'wrongKey',
  'wrongAudience',
  'wrongIssuer',
  'wrongType',
  'garbage',
  'unknownUser',
] as const

export type Caller = (typeof CALLERS)[number]

/** The access token of each caller; null for none. */
export type Tokens = Record<Caller, string | null>

/** The claims of a token as a plain object. */
function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** Signs a token like that of `person` with changed claims, header or key. */
export function forge(
  server: TestServer,
  person: Person,
  claims: object,
  {
    typ = 'at+jwt',
    key = server.infrastructure.secrets.jwt,
  }: { typ?: string; key?: Uint8Array } = {},
): Promise<string> {
  return new SignJWT({ ...payloadOf(person.token), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ })
    .sign(key)
}

function unsigned(person: Person): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  return `${header}.${person.token.split('.')[1]}.`
}

/** Ends the session of `person`: the access token stays well-formed but is revoked. */
async function revokedToken(person: Person): Promise<string> {
  await person.api.raw('POST', '/auth/logout', { body: {} })
  return person.token
}

/** Tokens of all callers; each forged one differs from the author's in one point. */
export async function tokensOf(
  server: TestServer,
  people: Record<'author' | 'other' | 'notVoted' | 'admin', Person>,
): Promise<Tokens> {
  const { author } = people
  const key = new Uint8Array(server.infrastructure.secrets.jwt.length).fill(7)
  const seconds = Math.floor(server.clock.now() / 1000)
  return {
    guest: null,
    author: author.token,
    other: people.other.token,
    notVoted: people.notVoted.token,
    admin: people.admin.token,
    expired: await forge(server, author, { nbf: seconds - 600, exp: seconds }),
    revoked: await revokedToken(await server.person('Revoked')),
    algNone: unsigned(author),
    wrongKey: await forge(server, author, {}, { key }),
    wrongAudience: await forge(server, author, { aud: 'tidemark-web' }),
    wrongIssuer: await forge(server, author, { iss: 'tidemark.example' }),
    wrongType: await forge(server, author, {}, { typ: 'JWT' }),
    garbage: 'a.b.c',
    unknownUser: await forge(server, author, { id: 999_999, sub: '999999' }),
  }
}

/** A genuine ID token of the embedded provider. */
export async function idTokenOf(server: TestServer, name: string): Promise<string> {
  const { issuer } = await server.api.authConfig()
  return (await signIn(issuer, serverClient(server.url), name)).idToken
}
