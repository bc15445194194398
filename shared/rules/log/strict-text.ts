import { base64 } from '@scure/base'
import { HASH_BYTES, type Hash } from '#shared/rules/merkle.ts'

/** Readers that accept exactly one spelling of a value, so that no two texts of a log mean the same. */

/** Text of bytes in UTF-8, a byte-order mark included; null for other bytes. */
export function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Bytes of base64 (RFC 4648, section 4), padded and with zero pad bits; null for another text. */
export function readBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

/** A hash in base64; null for another text. */
export function readHash(text: string): Hash | null {
  const hash = readBase64(text)
  return hash?.length === HASH_BYTES ? hash : null
}

/** A decimal without leading zeros up to 2^53 − 1; null for another text. */
export function readDecimal(text: string): number | null {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}

/** The decimal of a size, an index or a time. Throws a RangeError for what readDecimal would refuse. */
export function decimal(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`)
  return String(value)
}
