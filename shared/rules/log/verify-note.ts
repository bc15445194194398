import { utf8ToBytes } from '@noble/hashes/utils.js'
import { verifyEd25519 } from '#shared/rules/ed25519.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { cosignedMessage, parseTimestamped } from './cosignature.ts'
import { type Note, parseNote } from './signed-note.ts'
import { KEY_TYPES, type VerifierKey } from './verifier-key.ts'

/** A verified signature. */
export interface Verified {
  key: VerifierKey
  /** When a witness cosigned, in seconds since 1970 (UTC); null for a signature without a time. */
  timestamp: number | null
}

/** Verifies one signature of a known key over the text of a note; null when it fails. */
async function verifyOne(
  key: VerifierKey,
  text: string,
  signature: Uint8Array,
): Promise<Verified | null> {
  if (key.type === KEY_TYPES.note) {
    const isSigned = await verifyEd25519(key.publicKey, signature, utf8ToBytes(text))
    return isSigned ? { key, timestamp: null } : null
  }
  const cosignature = parseTimestamped(signature)
  if (cosignature === null || parseCheckpoint(text) === null) return null
  const { timestamp } = cosignature
  const message = cosignedMessage(timestamp, text)
  const isSigned = await verifyEd25519(key.publicKey, cosignature.signature, message)
  return isSigned ? { key, timestamp } : null
}

/**
 * Verifies every signature of the known `keys`, repeated ones too, and ignores those of others. Null when
 * one fails and when there is none; otherwise the first signature of each key.
 */
export async function verifyNote(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
): Promise<Verified[] | null> {
  const found = new Map<VerifierKey, Verified>()
  for (const { name, keyId, signature } of signatures) {
    const key = keys.find((known) => known.name === name && known.keyId === keyId)
    if (!key) continue
    const verified = await verifyOne(key, text, signature)
    if (verified === null) return null
    if (!found.has(key)) found.set(key, verified)
  }
  return found.size > 0 ? [...found.values()] : null
}

/** Keys to verify a log by, from an independent source. */
export interface LogPolicy {
  origin: string
  /** Keys of the log, one of which must have signed. */
  logKeys: readonly VerifierKey[]
  /** Known witnesses; how many of them must have cosigned is the caller's to decide. */
  witnesses: readonly VerifierKey[]
}

/** A checkpoint that its log signed. */
export interface VerifiedCheckpoint {
  checkpoint: Checkpoint
  /** One for each known witness that cosigned. */
  cosignatures: Verified[]
}

/**
 * Verifies a checkpoint as served. Null when it is malformed, of another log, not signed by the log, or when
 * a signature of a known key fails.
 */
export async function verifyCheckpoint(
  content: string,
  { origin, logKeys, witnesses }: LogPolicy,
): Promise<VerifiedCheckpoint | null> {
  const note = parseNote(content)
  const checkpoint = note && parseCheckpoint(note.text)
  if (!note || checkpoint?.origin !== origin) return null
  const verified = await verifyNote(note, [...logKeys, ...witnesses])
  if (!verified?.some(({ key }) => logKeys.includes(key))) return null
  return { checkpoint, cosignatures: verified.filter(({ key }) => witnesses.includes(key)) }
}
