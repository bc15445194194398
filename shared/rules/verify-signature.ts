/** Checks an Ed25519 signature (RFC 8032) with Web Crypto. Rejects where it lacks the algorithm. */
export async function verifySignature(
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  const { subtle } = crypto
  // Copies, because Web Crypto takes no view of a shared buffer.
  const key = await subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, [
    'verify',
  ])
  return subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message))
}
