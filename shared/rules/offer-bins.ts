import type { Offer } from './offer.ts'

/** Bins of implied chances: 5 percentage points wide, `[0, 0.05)` to `[0.95, 1]`. */
export const OFFER_BIN_COUNT = 20
/** A bin with fewer calls says nothing about fairness and is hidden. */
export const OFFER_BIN_MIN_CALLS = 20

/**
 * Index of the bin of an offer's implied chance `|MISS| / (HIT + |MISS|)`; null when unpriced. Integer
 * arithmetic, because the database repeats it.
 */
export function offerBin({ hit, miss }: Offer): number | null {
  if (hit === miss) return null
  return Math.min(OFFER_BIN_COUNT - 1, Math.floor((OFFER_BIN_COUNT * -miss) / (hit - miss)))
}

/** The bounds of a bin. Throws a RangeError for an unknown index. */
export function offerBinBounds(index: number): [number, number] {
  if (!Number.isInteger(index) || index < 0 || index >= OFFER_BIN_COUNT) {
    throw new RangeError(`there is no bin ${index}`)
  }
  return [index / OFFER_BIN_COUNT, (index + 1) / OFFER_BIN_COUNT]
}
