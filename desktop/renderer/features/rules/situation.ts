import { priceChange } from '#desktop/renderer/features/market/price-display.ts'
import type { MarketNow } from '#desktop/shared/live-offers.ts'
import type { OfferInput } from '#shared/rules/offer.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** A situation: price change in permille of the reference, hours left, volatility per day in permille. */
export interface Situation {
  change: number
  hours: number
  volatility: number
  /** The weekday of the target, which decides which days are left. */
  target: 'monday' | 'thursday'
}

/** A target of each weekday, 00:00 UTC. */
const TARGETS = { monday: Date.UTC(2026, 0, 5), thursday: Date.UTC(2026, 0, 8) } as const

/** Ranges of the sliders. */
export const LIMITS = {
  change: { min: -100, max: 100 },
  hours: { min: 1, max: 168 },
  volatility: { min: 5, max: 80 },
} as const

const clamp = (name: keyof typeof LIMITS, value: number) =>
  Math.min(LIMITS[name].max, Math.max(LIMITS[name].min, Math.round(value)))

/** The input of the offers of a situation. */
export function inputOf({ change, hours, volatility, target }: Situation): OfferInput {
  const targetDate = TARGETS[target]
  return {
    priceNow: String(1000 + change),
    refPrice: '1000',
    s60: volatility / 1000,
    now: targetDate - hours * HOUR_MS,
    targetDate,
  }
}

/** The known values of the live round on the sliders. `now` is server time, epoch milliseconds. */
export function liveSituation({ summary, price }: MarketNow, now: number): Partial<Situation> {
  if (!summary) return {}
  const { s60, target2 } = summary
  const targetDate = Date.parse(target2.targetDate)
  return {
    target: new Date(targetDate).getUTCDay() === 1 ? 'monday' : 'thursday',
    hours: clamp('hours', (targetDate - now) / HOUR_MS),
    ...(price &&
      target2.refPrice && {
        change: clamp('change', 1000 * priceChange(price.value, target2.refPrice)),
      }),
    ...(s60 !== undefined && { volatility: clamp('volatility', 1000 * s60) }),
  }
}
