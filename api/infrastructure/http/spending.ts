import type { Bus } from '#api/infrastructure/bus/bus.ts'
import type { Clock } from '#api/infrastructure/clock.ts'

/** What was spent, by the key of its counter. */
export type Spent = Record<string, number>

/** Tells the other processes what this one counted, and hears what they did. */
export interface Spending {
  /** Adds `points` to what the others will be told of `key`. */
  note(key: string, points: number): void
  /** `listener` is called for every key of which another process tells. */
  onHeard(listener: (key: string, points: number) => void): void
}

/** After a message the next waits so long, and takes along whatever is spent meanwhile. */
const GATHER_MS = 50
/** One message stays well under the 8 kB that PostgreSQL carries: a key has at most 60 characters. */
const KEYS_IN_A_MESSAGE = 64
/** What a flood of addresses brings beyond this stays untold: it is counted here alone. */
const KEYS_AT_ONCE = 2 * KEYS_IN_A_MESSAGE

/**
 * Shares counts over the bus. The first is told at once, further ones every 50 ms, together and by
 * key: at most 40 messages a second, with 2560 keys, whatever is going on.
 */
export function createSpending(bus: Bus, clock: Clock): Spending {
  let waiting = new Map<string, number>()
  let isGathering = false

  const tell = () => {
    const entries = [...waiting]
    waiting = new Map()
    isGathering = entries.length > 0
    if (!isGathering) return
    for (let start = 0; start < entries.length; start += KEYS_IN_A_MESSAGE) {
      const counts = Object.fromEntries(entries.slice(start, start + KEYS_IN_A_MESSAGE))
      bus.tellOthers('spent', { counts })
    }
    clock.after(GATHER_MS, tell)
  }

  return {
    note(key, points) {
      const before = waiting.get(key)
      if (before === undefined && waiting.size >= KEYS_AT_ONCE) return
      waiting.set(key, (before ?? 0) + points)
      if (!isGathering) tell()
    },
    onHeard(listener) {
      bus.on('spent', ({ counts }) => {
        for (const [key, points] of Object.entries(counts)) listener(key, points)
      })
    },
  }
}
