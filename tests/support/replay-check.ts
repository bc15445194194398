import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '#shared/rules/time.ts'
import { recordedPath } from './exchange/tape.ts'

const WEEK = 168 * HOUR_MS

/** Computes a replay independently of the product's code. Instants are epoch milliseconds (UTC). */
export interface ReplayCheck {
  /** Added to the times of the file. */
  shiftMs: number
  /** The open of the hour replayed at `instant`, as in the file. */
  openAt(instant: number): string
  /** The original time of that hour, such as `2021-08-12T00:00Z`. */
  historical(instant: number): string
}

/** Shifts `path` for a server started at `now`: by whole weeks, with 3000 candles before, as early as possible. */
export function replayCheck(path: string, now: number): ReplayCheck {
  const lines = readFileSync(path, 'utf8').split('\n').slice(1)
  const opens = new Map<number, string>()
  for (const line of lines) {
    const cells = line.trim().split(',')
    if (cells.length === 6) opens.set(Number(cells[0]), cells[1] ?? '')
  }
  const times = [...opens.keys()].sort((a, b) => a - b)
  const hour = now - (now % HOUR_MS)
  const present = times.findIndex((time, place) => place >= 3000 && (hour - time) % WEEK === 0)
  const shiftMs = hour - (times[present] ?? Number.NaN)
  const then = (instant: number) => instant - shiftMs
  return {
    shiftMs,
    openAt: (instant) => {
      const open = opens.get(then(instant))
      if (open === undefined) throw new Error(`the file has no hour ${then(instant)}`)
      return open
    },
    historical: (instant) => `${new Date(then(instant)).toISOString().slice(0, 16)}Z`,
  }
}

/** A price in units of 10⁻⁸ USDT. */
export function inUnits(price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.')
  return BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0').slice(0, 8))
}

/** More than 5 % above is up, more than 5 % below is down: by cross-multiplied whole numbers. */
export function expectedOutcome(settle: string, reference: string): 'up' | 'steady' | 'down' {
  const hundredfold = 100n * inUnits(settle)
  if (hundredfold > 105n * inUnits(reference)) return 'up'
  return hundredfold < 95n * inUnits(reference) ? 'down' : 'steady'
}

/** The recorded candles of this machine, else a file of 30 generated weeks that rise and fall. */
export function replayFile(): string {
  const recorded = recordedPath()
  if (recorded !== null) return recorded
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-replay-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'generated.csv')
  const start = Date.parse('2021-04-03T00:00:00Z')
  const rows = Array.from({ length: 30 * 168 }, (_, hour) => {
    const price = (at: number) => (40_000 + 6_000 * Math.sin(at / 61) + (at % 97)).toFixed(2)
    const [open, close] = [price(hour), price(hour + 1)]
    const [low, high] = [open, close].sort((a, b) => Number(a) - Number(b))
    return [start + hour * HOUR_MS, open, high, low, close, '1.5'].join(',')
  })
  writeFileSync(path, ['open_time_ms,open,high,low,close,volume', ...rows, ''].join('\n'))
  return path
}
