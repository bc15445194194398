import type { Clockwork } from './clockwork-feed.ts'
import { priceInHour } from './hour-path.ts'
import type { ReplayFile, ReplayRow } from './replay-csv.ts'
import { firstShift, placement } from './replay-place.ts'
import type { Candle, ReplayAnchor } from './types.ts'
import { HOUR, hourOf, SECOND } from './types.ts'

/**
 * Where a file is laid in time: where it was laid before (by the stored anchor), else a new place
 * that is stored. Rejects with one line for an anchor of another file, or when `now` lies before the
 * recording (the clock was set back): candles of two places would mix in one series.
 */
export async function anchoredShift(
  file: ReplayFile,
  anchor: ReplayAnchor,
  now: number,
): Promise<number> {
  const stored = await anchor.load()
  if (!stored) {
    const shiftMs = firstShift(file.rows, now)
    await anchor.save({ fileHash: file.hash, shiftMs })
    return shiftMs
  }
  if (stored.fileHash !== file.hash) {
    throw new Error(
      'This database holds the replay of another file: use that file, or another DATA_DIR or DATABASE_URL',
    )
  }
  if (placement(file.rows, stored.shiftMs).recorded(now) === null) {
    throw new Error('The clock stands before the beginning of the replay that this database holds')
  }
  return stored.shiftMs
}

/** Plays recorded candles as if they were now, one price a second. Hours without a row stay gaps. */
export function replayMarket(rows: readonly ReplayRow[], shiftMs: number): Clockwork {
  const { recorded } = placement(rows, shiftMs)
  const byHour = new Map(rows.map((row) => [row.otime, row]))
  const rowAt = (instant: number) => {
    const hour = recorded(hourOf(instant))
    return hour === null ? undefined : byHour.get(hour)
  }

  return {
    name: 'replay',
    candles: (from, before) => {
      const candles: Candle[] = []
      for (let otime = Math.ceil(from / HOUR) * HOUR; otime < before; otime += HOUR) {
        const row = rowAt(otime)
        if (row) candles.push({ otime, open: row.open })
      }
      return candles
    },
    tickAt: (instant) => {
      const row = rowAt(instant)
      if (!row) return null
      const time = Math.floor(instant / SECOND) * SECOND
      const second = (time - hourOf(instant)) / SECOND
      return { price: priceInHour(row, second), time, source: 'replay' }
    },
  }
}
