import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { PUBLIC_KEY_BYTES } from '#shared/rules/ed25519.ts'
import { readBase64 } from './strict-text.ts'

/** Signature types of c2sp.org/signed-note that are verified here, both on Ed25519. */
export const KEY_TYPES = { note: 0x01, cosignature: 0x04 } as const
export type KeyType = (typeof KEY_TYPES)[keyof typeof KEY_TYPES]

/** A public key that signs notes (`note`) or cosigns checkpoints (`cosignature`) under a name. */
export interface VerifierKey {
  name: string
  /** Four bytes as a number; it only tells keys of one name apart. */
  keyId: number
  type: KeyType
  /** 32 bytes, RFC 8032. */
  publicKey: Uint8Array
}

/** Whether a text can name a key: not empty, well-formed, no Unicode space, no plus, no control character. */
export const isKeyName = (name: string): boolean =>
  name.isWellFormed() && /^[^\p{White_Space}+]+$/u.test(name) && !/[^\x20-\u{10ffff}]/u.test(name)

/** The first four bytes of SHA-256 of name, newline, type and public key, big-endian. */
function keyIdOf(name: string, type: KeyType, publicKey: Uint8Array): number {
  const digest = sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey))
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0)
}

/** The key of that name and type. Throws a RangeError for a bad name and for a key that is not 32 bytes. */
export function verifierKey(name: string, type: KeyType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new RangeError(`not a key name: ${name}`)
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new RangeError('not an Ed25519 public key')
  return { name, keyId: keyIdOf(name, type, publicKey), type, publicKey }
}

/** A key as text (`vkey`): name+id+base64 of type and public key. */
export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  const id = keyId.toString(16).padStart(8, '0')
  return `${name}+${id}+${base64.encode(concatBytes(Uint8Array.of(type), publicKey))}`
}

/** Reads a vkey; null for another text, an id that is not the key's, and another type of key. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [, name = '', id, encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text) ?? []
  const bytes = readBase64(encoded)
  const type = Object.values(KEY_TYPES).find((known) => known === bytes?.[0])
  const isKey = bytes?.length === 1 + PUBLIC_KEY_BYTES
  if (id === undefined || type === undefined || !isKey || !isKeyName(name)) return null
  const key = verifierKey(name, type, bytes.subarray(1))
  return key.keyId === Number.parseInt(id, 16) ? key : null
}
