import type { Clockwork } from './clockwork-feed.ts'
import { priceInHour } from './hour-path.ts'
import type { ReplayFile, ReplayRow } from './replay-csv.ts'
import { firstShift, placement } from './replay-place.ts'
import type { Candle, MarketLog, ReplayAnchor } from './types.ts'
import { HOUR, hourOf, SECOND, WEEK } from './types.ts'

/**
 * Where a file is laid in time: where it was laid before (by the stored anchor), else a new place
 * that is stored. An anchor of another file, or one that puts `now` before the recording (the clock
 * was set back), is replaced, with a warning.
 */
export async function anchoredShift(
  file: ReplayFile,
  anchor: ReplayAnchor,
  now: number,
  log: MarketLog,
): Promise<number> {
  const stored = await anchor.load()
  if (stored && stored.fileHash === file.hash && stored.shiftMs % WEEK === 0) {
    if (placement(file.rows, stored.shiftMs).recorded(now) !== null) return stored.shiftMs
  }
  const shiftMs = firstShift(file.rows, now)
  if (stored) log.warn({ shiftMs }, 'the replay is laid anew: another file, or the clock went back')
  await anchor.save({ fileHash: file.hash, shiftMs })
  return shiftMs
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
