import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { liveRound, waitingRound } from '#shared/rules/schedule.ts'
import type { RoundRecord } from './round-record.ts'
import type { RoundStore } from './store.ts'

/** The two unresolved rounds, kept in memory: every vote and every page asks for them. */
export interface RoundBook {
  /** The round that takes votes at `instant` (left out: now); null until the database has it. */
  live(instant?: number): Promise<RoundRecord | null>
  /** The round that is closed and waits for its target. */
  waiting(): Promise<RoundRecord | null>
}

interface BookParts {
  store: Pick<RoundStore, 'byRefDate'>
  bus: AppEventBus
  clock: Clock
  /** Opens the rounds that should be there by now. */
  openMissing: () => Promise<void>
}

/**
 * Reads rounds once and again after each change told on the bus. Whoever asks in the first moment of
 * a period, before the sweep has looked, opens its round.
 */
export function createRoundBook({ store, bus, clock, openMissing }: BookParts): RoundBook {
  const kept = new Map<number, Promise<RoundRecord | null>>()
  bus.on('round', () => kept.clear())
  bus.onInvalidateAll(() => kept.clear())

  const find = async (refDate: number): Promise<RoundRecord | null> => {
    const round = await store.byRefDate(refDate)
    if (round) return round
    await openMissing()
    return store.byRefDate(refDate)
  }

  const read = (refDate: number): Promise<RoundRecord | null> => {
    const known = kept.get(refDate)
    if (known) return known
    const forget = () => {
      if (kept.get(refDate) === reading) kept.delete(refDate)
    }
    // A round that is not there, or has no reference yet, may be there a moment later.
    const reading = find(refDate).then(
      (round) => {
        if (!round?.reference) forget()
        return round
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
    if (kept.size > 8) kept.clear()
    kept.set(refDate, reading)
    return reading
  }

  return {
    live: (instant = clock.now()) => read(liveRound(instant).refDate),
    waiting: () => read(waitingRound(clock.now()).refDate),
  }
}
