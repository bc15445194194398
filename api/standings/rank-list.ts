/** One person of a ranking. */
export interface RankedRow {
  /** From 1. */
  rank: number
  userId: number
  points: number
  calls: number
  right: number
  impliedPpm: number
}

/** Columns of consecutive places as PostgreSQL sends them: big-endian integers and doubles. */
export interface PackedRanks {
  ids: Uint8Array
  points: Uint8Array
  calls: Uint8Array
  right_calls: Uint8Array
  implied_ppm: Uint8Array
}

export type RankList = ReturnType<typeof createRankList>

const INT_BYTES = 4
const DOUBLE_BYTES = 8

const joined = (parts: readonly Uint8Array[], bytes: number): Buffer<ArrayBuffer> => {
  const all = Buffer.from(new ArrayBuffer(bytes))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}

/**
 * A ranking in memory: 24 bytes a person, so that a page or a rank reads no other rows. `changesAt` is the
 * instant (epoch ms) at which the next person becomes old enough to be ranked; null for none.
 */
export function createRankList(packed: readonly PackedRanks[], changesAt: number | null) {
  const members = packed.reduce((sum, { ids }) => sum + ids.length / INT_BYTES, 0)
  const integers = (column: 'ids' | 'points' | 'calls' | 'right_calls') =>
    new Int32Array(
      joined(
        packed.map((part) => part[column]),
        members * INT_BYTES,
      ).swap32().buffer,
    )
  const ids = integers('ids')
  const points = integers('points')
  const calls = integers('calls')
  const right = integers('right_calls')
  const implied = new Float64Array(
    joined(
      packed.map(({ implied_ppm }) => implied_ppm),
      members * DOUBLE_BYTES,
    ).swap64().buffer,
  )
  return {
    members,
    changesAt,

    /** From 1; null for a person who is not ranked. */
    rankOf(userId: number): number | null {
      const place = ids.indexOf(userId)
      return place < 0 ? null : place + 1
    },

    /** People with at least `least` calls. */
    withCalls(least: number): number {
      return calls.reduce((sum, own) => sum + (own >= least ? 1 : 0), 0)
    },

    /** The places from `start` (0 is the first) on, at most `count`. */
    rows(start: number, count: number): RankedRow[] {
      return Array.from(ids.subarray(start, start + count), (userId, index) => {
        const place = start + index
        return {
          rank: place + 1,
          userId,
          points: points[place] ?? 0,
          calls: calls[place] ?? 0,
          right: right[place] ?? 0,
          impliedPpm: implied[place] ?? 0,
        }
      })
    },
  }
}
