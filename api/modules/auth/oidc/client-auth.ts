import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import * as oidc from 'openid-client'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { OidcProvider } from './provider-entry.ts'

/** Lifetime of Apple's client secret, in seconds; at most six months are allowed. */
const APPLE_SECRET_SECONDS = 300

/** The entry's PKCS #8 key: P-256 or RSA. */
async function importKey(provider: OidcProvider): Promise<oidc.CryptoKey> {
  const key = createPrivateKey(provider.privateKey ?? '')
  const der = new Uint8Array(key.export({ format: 'der', type: 'pkcs8' }))
  const algorithm =
    key.asymmetricKeyType === 'ec'
      ? { name: 'ECDSA', namedCurve: 'P-256' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
}

/** Apple: the secret is a JWT signed with the team's key. */
function appleSecret(provider: OidcProvider, key: oidc.CryptoKey, clock: Clock): oidc.ClientAuth {
  const authenticate = async (_as: unknown, _client: unknown, body: URLSearchParams) => {
    const now = Math.floor(clock.now() / 1000)
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: provider.keyId ?? '' })
      .setIssuer(provider.teamId ?? '')
      .setSubject(provider.clientId)
      .setAudience(provider.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + APPLE_SECRET_SECONDS)
      .sign(key)
    body.set('client_id', provider.clientId)
    body.set('client_secret', secret)
  }
  return authenticate
}

/** How the server proves to the provider that it is the client. */
export async function clientAuth(provider: OidcProvider, clock: Clock): Promise<oidc.ClientAuth> {
  switch (provider.clientAuth) {
    case 'none':
      return oidc.None()
    case 'post':
      return oidc.ClientSecretPost(provider.clientSecret)
    case 'basic':
      return oidc.ClientSecretBasic(provider.clientSecret)
    case 'private_key_jwt': {
      const kid = provider.keyId
      return oidc.PrivateKeyJwt({ key: await importKey(provider), ...(kid && { kid }) })
    }
    case 'apple':
      return appleSecret(provider, await importKey(provider), clock)
  }
}
