import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { GOOGLE_KEYS_HOST, PROVIDER_HOSTS } from './provider-names.ts'

export const CLIENT_ID = 'deploy-test.apps.googleusercontent.com'

/** Signs ID tokens as Google does. */
export interface Google {
  idToken(name: string): Promise<string>
}

/** Writes certificate, key and Google's public keys for `providers-process.ts` into `folder`. */
export async function prepareProviders(folder: string): Promise<Google> {
  const names = PROVIDER_HOSTS.map((name) => `DNS:${name}`).join(',')
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const made = Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files],
    ...['-subj', `/CN=${GOOGLE_KEYS_HOST}`, '-addext', `subjectAltName=${names}`],
  ])
  if (!made.success) throw new Error(`openssl: ${made.stderr}`)
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(publicKey)), kid: 'deploy-test', alg: 'RS256', use: 'sig' }
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [key] }))
  return {
    idToken: (name) =>
      new SignJWT({ email: `${name}@example.com`, email_verified: true, given_name: name })
        .setProtectedHeader({ alg: 'RS256', kid: 'deploy-test', typ: 'JWT' })
        .setIssuer('https://accounts.google.com')
        .setAudience(CLIENT_ID)
        .setSubject(`deploy-test-${name}`)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
  }
}
