import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { ConfigError } from '#api/infrastructure/config.ts'
import { readOidcProviders } from './providers.ts'

const kakao = { id: 'kakao', kind: 'kakao', clientId: 'rest-key', clientSecret: 'hush-hush' }
const read = (...entries: object[]) =>
  readOidcProviders({ oidcProviders: JSON.stringify(entries), production: true, google: null })
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
const apple = {
  id: 'apple',
  kind: 'apple',
  clientId: 'a',
  teamId: 't',
  keyId: 'k',
  privateKey: pem,
}

describe('OIDC_PROVIDERS', () => {
  test('needs only id, kind, client id and secret for Kakao and Naver', () => {
    expect(read(kakao, { ...kakao, id: 'naver', kind: 'naver' })).toMatchObject([
      {
        issuer: 'https://kauth.kakao.com',
        clientAuth: 'post',
        scopes: ['openid', 'profile_nickname'],
        emailTrust: 'never',
        claims: { email: 'email', emailVerified: 'email_verified', name: 'nickname' },
        label: { ko: '카카오 로그인' },
      },
      { issuer: 'https://nid.naver.com', scopes: ['openid', 'profile'], pkce: true, nonce: true },
    ])
  })

  test('needs team, key id and key for Apple, which posts a form', () => {
    expect(read(apple)).toMatchObject([{ clientAuth: 'apple', responseMode: 'form_post' }])
  })

  test('lets an entry override its preset', () => {
    const changes = { scopes: ['openid', 'account_email'], emailTrust: 'always', pkce: false }
    expect(read({ ...kakao, ...changes })).toMatchObject([changes])
  })

  test.each<[string, object[], string]>([
    ['a wrong id', [{ ...kakao, id: 'Kakao!' }], 'OIDC_PROVIDERS[0] has a wrong or missing id.'],
    [
      'an unknown field',
      [{ ...kakao, secret: 'x' }],
      'OIDC_PROVIDERS[0] has a wrong or missing secret.',
    ],
    [
      'no client id',
      [{ id: 'x', kind: 'kakao' }],
      'OIDC_PROVIDERS[0] has a wrong or missing clientId.',
    ],
    [
      'no secret',
      [{ ...kakao, clientSecret: undefined }],
      'OIDC_PROVIDERS[0] (kakao): clientSecret is required.',
    ],
    ['no issuer', [{ ...kakao, kind: 'other' }], 'OIDC_PROVIDERS[0] (kakao): issuer is required.'],
    [
      'plain http',
      [{ ...kakao, issuer: 'http://127.0.0.1:1' }],
      'OIDC_PROVIDERS[0] (kakao): issuer must begin with https://.',
    ],
    [
      'some endpoints only',
      [{ ...kakao, tokenEndpoint: 'https://x.example/token' }],
      'OIDC_PROVIDERS[0] (kakao): authorizationEndpoint, tokenEndpoint and jwksUri belong together.',
    ],
    [
      'a parameter of the server',
      [{ ...kakao, parameters: { redirect_uri: 'https://evil.example' } }],
      'OIDC_PROVIDERS[0] (kakao): parameters must not set redirect_uri.',
    ],
    [
      'no openid',
      [{ ...kakao, scopes: ['profile'] }],
      'OIDC_PROVIDERS[0] (kakao): scopes must include openid.',
    ],
    [
      'a symmetric algorithm',
      [{ ...kakao, algorithms: ['HS256'] }],
      'OIDC_PROVIDERS[0] has a wrong or missing algorithms.0.',
    ],
    [
      'a damaged key',
      [{ ...apple, privateKey: 'x' }],
      'OIDC_PROVIDERS[0] (apple): privateKey must be a PKCS #8 key in PEM.',
    ],
    [
      "the id of the server's own provider",
      [{ ...kakao, id: 'local' }],
      "OIDC_PROVIDERS[0] has the id of the server's own provider.",
    ],
    [
      'one issuer twice',
      [kakao, { ...kakao, id: 'again' }],
      'OIDC_PROVIDERS must not repeat an issuer.',
    ],
  ])('is refused with %s', (_, entries, message) => {
    expect(() => read(...entries)).toThrow(new ConfigError(message))
  })

  test('stops the start with one line that shows no secret', () => {
    for (const text of [
      '{"clientSecret":"hush-hush"',
      '{}',
      JSON.stringify([{ ...kakao, id: 1 }]),
    ]) {
      let message = ''
      try {
        readOidcProviders({ oidcProviders: text, production: false, google: null })
      } catch (error) {
        if (error instanceof ConfigError) message = error.message
      }
      expect(message).toStartWith('OIDC_PROVIDERS')
      expect(message).not.toContain('hush')
      expect(message).not.toContain('\n')
    }
  })

  test('allows http on this machine outside production', () => {
    const local = { ...kakao, issuer: 'http://127.0.0.1:4000/' }
    const config = { oidcProviders: JSON.stringify([local]), production: false, google: null }
    expect(readOidcProviders(config)[0]?.issuer).toBe('http://127.0.0.1:4000')
  })
})
