import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { liveRound, waitingRound } from '#shared/rules/schedule.ts'
import type { RoundRecord } from './round-record.ts'
import type { RoundStore } from './store.ts'

/** The two unresolved rounds, which every vote and every page needs. */
export interface RoundCache {
  /** The round that takes votes at `instant` (default: now); null until the database has it. */
  live(instant?: number): Promise<RoundRecord | null>
  /** The closed round that waits for its target. */
  waiting(): Promise<RoundRecord | null>
}

interface RoundCacheDeps {
  store: Pick<RoundStore, 'byRefDate'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
  /** Creates the rounds that should exist by now. */
  openMissing: () => Promise<void>
}

/** Reads a round once and again after each round event. Opens a due round before the sweep does. */
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
        // Not cached without a reference price: it may be there a moment later.
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
