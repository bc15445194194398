import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

/** Where the provider's signing key is kept between starts; without one a new key is made. */
export interface SigningKeyPort {
  /** The text given to `save` before, or undefined when there is none. */
  load(): Promise<string | undefined>
  /** Keeps the private key (JSON text). The implementation restricts who may read it. */
  save(text: string): Promise<void>
}

/** The signature algorithm of the provider's ID tokens. A P-256 key is made in a millisecond. */
export const LOCAL_ALGORITHM = 'ES256'

/** Reads the kept signing key, or makes and keeps one. A kept key that cannot be used is replaced. */
export async function signingKey(port?: SigningKeyPort): Promise<JWK> {
  const kept = await port?.load()
  const usable = kept === undefined ? undefined : await parse(kept)
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
