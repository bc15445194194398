import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

/** Stores the provider's signing key across restarts. */
export interface SigningKeyPort {
  /** The saved text; undefined before the first `save`. */
  load(): Promise<string | undefined>
  /** Stores the private key (JSON). The implementation must restrict read access. */
  save(text: string): Promise<void>
}

/** Signature algorithm of ID tokens. Generating a P-256 key takes a millisecond. */
export const LOCAL_ALGORITHM = 'ES256'

/** Loads the stored signing key; generates and stores one when it is missing or invalid. */
export async function signingKey(port?: SigningKeyPort): Promise<JWK> {
  const stored = await port?.load()
  const usable = stored === undefined ? undefined : await parse(stored)
  if (usable) return usable

  const { privateKey } = await generateKeyPair(LOCAL_ALGORITHM, { extractable: true })
  const kid = crypto.randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: LOCAL_ALGORITHM, use: 'sig' }
  await port?.save(JSON.stringify(jwk))
  return jwk
}

async function parse(text: string): Promise<JWK | undefined> {
  try {
    const jwk: JWK = JSON.parse(text)
    await importJWK(jwk, LOCAL_ALGORITHM)
    return typeof jwk.kid === 'string' && typeof jwk.d === 'string' ? jwk : undefined
  } catch {
    return undefined
  }
}
