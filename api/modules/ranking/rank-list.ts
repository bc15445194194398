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

export type RankList = ReturnType<typeof createRankList>

const INT_BYTES = 4
/** Integers of a place: user id, points, calls, right calls, and the halves of the implied chances. */
const FIELDS = 6
/** Bytes of a place as PostgreSQL packs it: four `int4send` and an `int8send`. */
export const PLACE_BYTES = FIELDS * INT_BYTES
const HALF = 2 ** 32

/**
 * A ranking in memory: 24 bytes a person, so that a page or a rank reads no other rows. `packed` has whole
 * places in their order. `changesAt` is the instant (epoch ms) at which the next person becomes old enough
 * to be ranked; null for none.
 */
export function createRankList(packed: readonly Uint8Array[], changesAt: number | null) {
  const bytes = packed.reduce((sum, part) => sum + part.length, 0)
  const joined = Buffer.from(new ArrayBuffer(bytes))
  let offset = 0
  for (const part of packed) {
    joined.set(part, offset)
    offset += part.length
  }
  const fields = new Int32Array(joined.swap32().buffer)
  const members = bytes / PLACE_BYTES
  const at = (place: number, field: number) => fields[place * FIELDS + field] ?? 0

  return {
    members,
    changesAt,

    /** From 1; null for a person who is not ranked. */
    rankOf(userId: number): number | null {
      for (let place = 0; place < members; place++) if (at(place, 0) === userId) return place + 1
      return null
    },

    /** The places from `start` (0 is the first) on, at most `count`. */
    rows(start: number, count: number): RankedRow[] {
      const length = Math.max(0, Math.min(count, members - start))
      return Array.from({ length }, (_, index) => {
        const place = start + index
        return {
          rank: place + 1,
          userId: at(place, 0),
          points: at(place, 1),
          calls: at(place, 2),
          right: at(place, 3),
          impliedPpm: at(place, 4) * HALF + (at(place, 5) >>> 0),
        }
      })
    },
  }
}
