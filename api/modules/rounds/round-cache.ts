import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { liveRound, waitingRound } from '#shared/rules/schedule.ts'
import type { RoundRecord } from './round-record.ts'
import type { RoundStore } from './store.ts'

/** Caches the two unresolved rounds, which every vote and page needs. */
export interface RoundCache {
  /** The round that accepts votes at `instant` (default: now); null while it does not exist. */
  live(instant?: number): Promise<RoundRecord | null>
  /** The closed round that waits for its target. */
  waiting(): Promise<RoundRecord | null>
}

interface RoundCacheDeps {
  store: Pick<RoundStore, 'byRefDate'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
  /** Creates the rounds that are due. */
  openMissing: () => Promise<void>
}

/** Reads a round once and after each round event. Opens a due round without waiting for a sweep. */
export function createRoundCache({ store, bus, clock, openMissing }: RoundCacheDeps): RoundCache {
  const cached = new Map<number, Promise<RoundRecord | null>>()
  bus.on('round', () => cached.clear())
  bus.onInvalidateAll(() => cached.clear())

  const find = async (refDate: number): Promise<RoundRecord | null> => {
    const round = await store.byRefDate(refDate)
    if (round) return round
    await openMissing()
    return store.byRefDate(refDate)
  }

  const read = (refDate: number): Promise<RoundRecord | null> => {
    const known = cached.get(refDate)
    if (known) return known
    const drop = () => {
      if (cached.get(refDate) === reading) cached.delete(refDate)
    }
    const reading = find(refDate).then(
      (round) => {
        // Not cached without a reference price, which is set soon after.
        if (!round?.reference) drop()
        return round
      },
      (error: unknown) => {
        drop()
        throw error
      },
    )
    if (cached.size > 8) cached.clear()
    cached.set(refDate, reading)
    return reading
  }

  return {
    live: (instant = clock.now()) => read(liveRound(instant).refDate),
    waiting: () => read(waitingRound(clock.now()).refDate),
  }
}
