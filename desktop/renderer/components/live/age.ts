import { spanParts } from '#shared/i18n/format.ts'

/** An age (milliseconds) in the unit that people would tell it in. */
export function ageOf(ms: number) {
  const { days, hours, minutes } = spanParts(ms)
  const whole = { seconds: Math.max(0, Math.floor(ms / 1000)), hours: days * 24 + hours, minutes }
  if (ms < 60_000) return { unit: 'seconds', ...whole } as const
  return { unit: whole.hours === 0 ? 'minutes' : 'long', ...whole } as const
}
