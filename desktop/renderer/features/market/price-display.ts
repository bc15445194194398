import { spanParts } from '#shared/i18n/format.ts'

/** An age in milliseconds, in the unit it is shown in: seconds, minutes, or hours and minutes. */
export function ageParts(ms: number) {
  const { days, hours, minutes } = spanParts(ms)
  const parts = { seconds: Math.max(0, Math.floor(ms / 1000)), hours: days * 24 + hours, minutes }
  if (ms < 60_000) return { unit: 'seconds', ...parts } as const
  return { unit: parts.hours === 0 ? 'minutes' : 'long', ...parts } as const
}

/** Change of `price` from `refPrice` as a fraction. For display only: outcomes compare decimals. */
export function priceChange(price: string, refPrice: string): number {
  return Number(price) / Number(refPrice) - 1
}
