import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { keyId, signedBytes } from '#shared/rules/receipt.ts'

/** PKCS #8 of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Bytes of a public key at the end of its SPKI encoding. */
const PUBLIC_BYTES = 32

/** An Ed25519 key and its id. */
export interface SigningKey {
  id: string
  publicKey: Uint8Array
  privateKey: KeyObject
}

/** Derives the key of a secret text, always the same. */
export function signingKeyOf(secret: string): SigningKey {
  const seed = createHmac('sha256', secret).update('tidemark receipts').digest()
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = new Uint8Array(spki.subarray(-PUBLIC_BYTES))
  return { id: keyId(publicKey), publicKey, privateKey }
}

/** Signs a canonical text; deterministic. */
export function signText(
  { id, privateKey }: SigningKey,
  kind: Parameters<typeof signedBytes>[0],
  text: string,
): { key: string; signature: string } {
  const signature = sign(null, signedBytes(kind, text), privateKey)
  return { key: id, signature: signature.toString('hex') }
}
