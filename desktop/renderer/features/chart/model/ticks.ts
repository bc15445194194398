import { DAY_MS } from '#shared/rules/schedule.ts'

const DAY_STEPS = [1, 2, 4, 7, 14, 21, 28, 42, 56]

/**
 * Local midnights within `[from, to]`, epoch ms, a constant number of calendar days apart, at most
 * `max` of them. Around a clock change a day has 23 or 25 hours.
 */
export function dayTicks(from: number, to: number, max: number): number[] {
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

/** Round prices within `[low, high]`, evenly spaced, at most `max` of them. */
export function priceTicks(low: number, high: number, max: number): number[] {
  const rough = (high - low) / Math.max(1, max)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let count = Math.ceil(low / step); count * step <= high; count++) ticks.push(count * step)
  return ticks
}
