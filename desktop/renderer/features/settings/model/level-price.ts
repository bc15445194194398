import { isPrice } from '#shared/rules/decimal.ts'

/** More digits than this on either side of the point are nobody's price. */
const SHAPE = /^\d{1,12}(\.\d{1,12})?$/
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/** What a person typed as a level: a price, no level at all, or something that is neither. */
export type Level = { ok: true; price: string | null } | { ok: false }

/** Reads a level as people write it: `65000`, `65,000.50`, ` 065000 `; empty for none. */
export function readLevel(typed: string): Level {
  const text = typed.trim()
  if (text === '') return { ok: true, price: null }
  const plain = (GROUPED.test(text) ? text.replaceAll(',', '') : text).replace(/^0+(?=\d)/, '')
  return SHAPE.test(plain) && isPrice(plain) ? { ok: true, price: plain } : { ok: false }
}
