const LARGEST_JUMP = 0.2
const AGREEMENT = 0.02

/** Judges whether prices may be believed. Ratios only, so plain numbers are exact enough. */
export interface JumpGuard {
  /** Whether to believe `price` (a decimal string) said at `time` (epoch ms). */
  believes(price: string, time: number): boolean
}

/**
 * A price more than 20 % away from the last believed one is held back until a later one agrees with
 * it within 2 %: a single wild value is never shown, a real crash is shown one message late.
 * @param start the price to compare the first one with, or null to believe it
 */
export function jumpGuard(start: string | null): JumpGuard {
  let last = start === null ? null : Number(start)
  let held: { value: number; time: number } | null = null

  return {
    believes: (price, time) => {
      const value = Number(price)
      const near = last === null || Math.abs(value / last - 1) <= LARGEST_JUMP
      const confirmed =
        held !== null && time > held.time && Math.abs(value / held.value - 1) <= AGREEMENT
      if (!near && !confirmed) {
        held = { value, time }
        return false
      }
      last = value
      held = null
      return true
    },
  }
}
