import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { priceInHour } from '#api/market/replay.ts'
import { type ReplayRow, readReplayFile } from '#api/market/replay-csv.ts'
import { createTimeline, initialShift } from '#api/market/replay-timeline.ts'
import { simulatedMarket } from '#api/market/simulated.ts'
import { hourOf, SECOND } from '#api/market/types.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** Market data of a stand-in exchange. Instants are epoch milliseconds (UTC). */
export interface Tape {
  /** The candle that opens at `otime`; undefined in a gap. */
  row(otime: number): ReplayRow | undefined
}

const GENERATED_SEED = 7

/** The recorded candles on this machine: TIDEMARK_CANDLES, else beside the repository, else null. */
export function recordedPath(): string | null {
  const beside = resolve(import.meta.dir, '../../../../shared/data/btcusdt-1h.csv')
  const path = process.env.TIDEMARK_CANDLES ?? beside
  return existsSync(path) ? path : null
}

/** A recording shifted so that `now` falls inside it. */
export async function recordedTape(path: string, now: number): Promise<Tape> {
  const { rows } = await readReplayFile(path)
  const { recorded } = createTimeline(rows, initialShift(rows, now))
  const byHour = new Map(rows.map((row) => [row.otime, row]))
  return {
    row: (otime) => {
      const at = recorded(otime)
      const row = at === null ? undefined : byHour.get(at)
      return row && { ...row, otime }
    },
  }
}

/** A generated market without gaps, identical on every machine. */
export function generatedTape(): Tape {
  const market = simulatedMarket(GENERATED_SEED)
  return {
    row: (otime) => {
      const [first, next] = market.candles(otime, otime + 2 * HOUR_MS)
      if (!first || !next) return undefined
      const [open, close] = [Number(first.open), Number(next.open)]
      return {
        otime,
        open: first.open,
        high: (Math.max(open, close) * 1.002).toFixed(2),
        low: (Math.min(open, close) * 0.998).toFixed(2),
        close: next.open,
        volume: '120.50000',
      }
    },
  }
}

/** The recording if this machine has one, else the generated market. */
export async function anyTape(now: number): Promise<Tape> {
  const path = recordedPath()
  return path === null ? generatedTape() : recordedTape(path, now)
}

/** The price of a tape at an instant, or null in a gap. */
export function priceAt(tape: Tape, instant: number): string | null {
  const row = tape.row(hourOf(instant))
  return row ? priceInHour(row, Math.floor((instant - row.otime) / SECOND)) : null
}

/** The same market with scaled prices, like another exchange. */
export function scaledTape(tape: Tape, factor: number): Tape {
  const scale = (price: string) => (Number(price) * factor).toFixed(2)
  return {
    row: (otime) => {
      const row = tape.row(otime)
      if (!row) return undefined
      const { open, high, low, close } = row
      return { ...row, open: scale(open), high: scale(high), low: scale(low), close: scale(close) }
    },
  }
}
