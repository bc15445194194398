import { bytesToHex } from '@noble/hashes/utils.js'

/** Bytes of a public key. */
export const PUBLIC_KEY_BYTES = 32
/** Bytes of a signature. */
export const SIGNATURE_BYTES = 64

/** The prime of the field of edwards25519. */
const PRIME = 2n ** 255n - 19n

/** Whether a key is the one encoding of its point: RFC 8032, section 5.1.3. Web Crypto accepts others. */
function isCanonical(publicKey: Uint8Array): boolean {
  const bits = BigInt(`0x${bytesToHex(Uint8Array.from(publicKey).reverse())}`)
  const [y, sign] = [bits % 2n ** 255n, bits >> 255n]
  // x is 0 for y = 1 and y = −1, and then has no sign.
  return y < PRIME && (sign === 0n || (y !== 1n && y !== PRIME - 1n))
}

/**
 * Checks an Ed25519 signature (RFC 8032) with Web Crypto. A key or a signature of another length verifies
 * nothing. Rejects where Web Crypto lacks the algorithm.
 */
export async function verifyEd25519(
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false
  if (!isCanonical(publicKey)) return false
  const { subtle } = crypto
  // Copies, because Web Crypto takes no view of a shared buffer.
  const key = await subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, [
    'verify',
  ])
  return subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message))
}
