import type { SignedEvidence } from '#shared/contract/receipts.ts'
import { outcome } from './band.ts'
import { settledPoints } from './offer-value.ts'
import type { ReceiptPayload } from './receipt.ts'
import { DAY_MS, WEEK_MS } from './time.ts'

/** Whether a price is of the first hourly candle within a day from its instant (epoch milliseconds). */
function isPriceOf(price: NonNullable<SignedEvidence['reference']>, instant: number): boolean {
  const candle = Date.parse(price.candleTime)
  return candle >= instant && candle < instant + DAY_MS
}

/** Whether the outcome follows from the prices. A round without one of them is void. */
function isOutcome({ target, outcome: claimed, reference, settlement }: SignedEvidence): boolean {
  if (!reference || !settlement) return claimed === 'void'
  const settles = Date.parse(target)
  return (
    isPriceOf(reference, settles - WEEK_MS) &&
    isPriceOf(settlement, settles) &&
    claimed === outcome(settlement.price, reference.price)
  )
}

/** Whether the points of a receipt follow from the prices of its round. */
export function arePointsOf(
  { target, direction: choice, hit, miss, carried }: ReceiptPayload,
  evidence: SignedEvidence,
  points: number | null,
): boolean {
  if (evidence.target !== target || !isOutcome(evidence)) return false
  return points === settledPoints({ choice, offer: { hit, miss }, carried }, evidence.outcome)
}
