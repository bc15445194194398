import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { SIGNATURE_BYTES } from '#shared/rules/ed25519.ts'
import { decimal } from './strict-text.ts'

/** An Ed25519 cosignature of a checkpoint (c2sp.org/tlog-cosignature), whose key has type 0x04. */
export interface TimestampedSignature {
  /** When it was made, in seconds since 1970 (UTC). */
  timestamp: number
  /** 64 bytes. */
  signature: Uint8Array
}

const TIMESTAMP_BYTES = 8

/** Bytes that a witness signs: the time and the whole text of the checkpoint's note. */
export function cosignedMessage(timestamp: number, checkpoint: string): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${decimal(timestamp)}\n${checkpoint}`)
}

/** The signature of a note's line: the time as eight bytes, big-endian, and 64 bytes of Ed25519. */
export function formatTimestamped({ timestamp, signature }: TimestampedSignature): Uint8Array {
  const time = new Uint8Array(TIMESTAMP_BYTES)
  new DataView(time.buffer).setBigUint64(0, BigInt(decimal(timestamp)))
  return concatBytes(time, signature)
}

/** Reads the signature of a note's line; null for another length, and for a time past 2^53 seconds. */
export function parseTimestamped(bytes: Uint8Array): TimestampedSignature | null {
  if (bytes.length !== TIMESTAMP_BYTES + SIGNATURE_BYTES) return null
  const timestamp = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
  if (!Number.isSafeInteger(timestamp)) return null
  return { timestamp, signature: bytes.subarray(TIMESTAMP_BYTES) }
}
