import type { Crossing } from './crossing.ts'
import { HOUR_MS } from './time.ts'

/** Bounds of the points that a user may be alerted at: two open calls and what they carry stay within. */
export const WORTH_MIN = -2_000
export const WORTH_MAX = 2_000
/** After an alert, further crossings stay silent for so long: near its target a call swings within minutes. */
export const WORTH_PAUSE_MS = HOUR_MS

/** Points that the worth must move away from the mark before the next crossing counts. */
const hysteresis = (mark: number) => Math.max(5, Math.abs(mark) / 10)

/**
 * Next state of a mark in points, as `nextCrossing` has it for prices: it was crossed when `side` changed. A
 * worth that equals the mark is above it.
 */
export function nextWorthCrossing(mark: number, known: Crossing | null, worth: number): Crossing {
  const side = worth >= mark ? 'above' : 'below'
  if (known === null || Math.abs(worth - mark) >= hysteresis(mark)) return { side, isArmed: true }
  return known.isArmed && side !== known.side ? { side, isArmed: false } : known
}
