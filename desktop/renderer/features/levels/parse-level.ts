import { isLevelPrice } from '#shared/rules/price-level.ts'

const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/

/** A typed number without the commas of its thousands; any other text as it is. */
export const withoutGroups = (text: string): string =>
  GROUPED.test(text) ? text.replaceAll(',', '') : text

/** A parsed price level: a decimal string, or null for none. */
export type ParsedLevel = { ok: true; price: string | null } | { ok: false }

/** Parses a typed level such as `65000`, `65,000.50` or ` 065000 `; empty is none. */
export function parseLevel(typed: string): ParsedLevel {
  const text = typed.trim()
  if (text === '') return { ok: true, price: null }
  const plain = withoutGroups(text).replace(/^0+(?=\d)/, '')
  return isLevelPrice(plain) ? { ok: true, price: plain } : { ok: false }
}
