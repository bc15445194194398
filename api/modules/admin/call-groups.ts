/** Calls of a settled round as the database packs them: person, direction and time of each in 16 bytes. */
export interface PackedRound {
  chunks: Uint8Array<SharedArrayBuffer>[]
}

/** Calls with one direction in one round, by ascending time. */
export interface CallGroup {
  round: number
  /** Numbers of people, which ascend with their ids. */
  people: Int32Array
  /** Epoch milliseconds. */
  times: Float64Array
  /** Calls of the round with a direction. */
  votes: number
}

/** Bytes of a call: the id of its person, its direction (both int4) and its time (float8), big-endian. */
export const CALL_BYTES = 16
const DIRECTIONS = 3

interface Call {
  id: number
  direction: number
  time: number
}

function* callsOf({ chunks }: PackedRound): Generator<Call> {
  for (const chunk of chunks) {
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let at = 0; at + CALL_BYTES <= chunk.byteLength; at += CALL_BYTES) {
      yield {
        id: view.getInt32(at),
        direction: view.getInt32(at + 4),
        time: view.getFloat64(at + 8),
      }
    }
  }
}

/** Ids of the people with at least `minCalls` calls, ascending. */
function countedIds(packed: readonly PackedRound[], minCalls: number): number[] {
  const calls = new Map<number, number>()
  for (const round of packed) {
    for (const { id } of callsOf(round)) calls.set(id, (calls.get(id) ?? 0) + 1)
  }
  const ids: number[] = []
  for (const [id, count] of calls) if (count >= minCalls) ids.push(id)
  return ids.sort((a, b) => a - b)
}

/** Groups the calls of people with at least `minCalls` of them. */
export function groupCalls(packed: readonly PackedRound[], minCalls: number) {
  const ids = countedIds(packed, minCalls)
  const numbers = new Map(ids.map((id, number) => [id, number]))
  const groups = packed.flatMap((round, index) => {
    const calls = [...callsOf(round)]
    return Array.from({ length: DIRECTIONS }, (_, direction): CallGroup => {
      const own = calls
        .filter((call) => call.direction === direction && numbers.has(call.id))
        .sort((a, b) => a.time - b.time)
      return {
        round: index,
        people: Int32Array.from(own, ({ id }) => numbers.get(id) ?? 0),
        times: Float64Array.from(own, ({ time }) => time),
        votes: calls.length,
      }
    })
  })
  return { groups, ids }
}
