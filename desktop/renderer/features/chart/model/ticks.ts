import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

const DAY_STEPS = [1, 2, 4, 7, 14, 21, 28, 42, 56]
const HOUR_STEPS = [1, 2, 3, 6, 12]

/**
 * Local times within `[from, to]`, epoch ms, at most `max` of them: midnights a constant number of calendar
 * days apart, or hours of the day where there is space. Around a clock change a day has 23 or 25 hours.
 */
export function timeTicks(from: number, to: number, max: number): number[] {
  const hours = (to - from) / HOUR_MS
  const step = HOUR_STEPS.find((size) => hours / size <= Math.max(1, max))
  return step === undefined ? dayTicks(from, to, max) : hourTicks(from, to, step)
}

function dayTicks(from: number, to: number, max: number): number[] {
  const days = (to - from) / DAY_MS
  const step = DAY_STEPS.find((size) => days / size <= Math.max(1, max)) ?? 112
  const first = new Date(from)
  const ticks: number[] = []
  for (let day = 1; ; day += step) {
    const tick = new Date(first.getFullYear(), first.getMonth(), first.getDate() + day).getTime()
    if (tick > to) return ticks
    ticks.push(tick)
  }
}

function hourTicks(from: number, to: number, step: number): number[] {
  const first = new Date(from)
  const ticks = new Set<number>()
  for (let hour = 0; ; hour += step) {
    // The local hour that a clock change skips is the one after it.
    const date = new Date(first.getFullYear(), first.getMonth(), first.getDate(), hour)
    const tick = date.getTime()
    if (tick > to) return [...ticks]
    if (tick >= from) ticks.add(tick)
  }
}

/** Round prices within `[low, high]`, evenly spaced, at most `max` of them. */
export function priceTicks(low: number, high: number, max: number): number[] {
  const rough = (high - low) / Math.max(1, max)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let count = Math.ceil(low / step); count * step <= high; count++) ticks.push(count * step)
  return ticks
}
