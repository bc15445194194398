import { concatBytes } from '@noble/hashes/utils.js'
import { TILE_WIDTH } from './tile-path.ts'

/** Bytes of the longest entry: its length is written in two bytes. */
export const MAX_ENTRY_BYTES = 65_535

/** Neighboring entries of a log, each after its length as two bytes, big-endian (c2sp.org/tlog-tiles). */
export function formatEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length > TILE_WIDTH) throw new RangeError('more entries than a bundle takes')
  const parts = entries.flatMap((entry) => {
    if (entry.length > MAX_ENTRY_BYTES) throw new RangeError('an entry is too long')
    return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
  })
  return concatBytes(...parts)
}

/** Reads a bundle of exactly `width` entries; null for other bytes. The entries are views of `bundle`. */
export function parseEntryBundle(bundle: Uint8Array, width: number): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  let start = 0
  while (start < bundle.length && entries.length < width) {
    const [high, low] = [bundle[start], bundle[start + 1]]
    if (high === undefined || low === undefined) return null
    const end = start + 2 + high * 256 + low
    if (end > bundle.length) return null
    entries.push(bundle.subarray(start + 2, end))
    start = end
  }
  return start === bundle.length && entries.length === width ? entries : null
}
