import type { Evidence } from '#shared/contract/rounds.ts'
import type { PriceEvidence } from './round-record.ts'

/** A price of a round as the API sends it. */
export function toEvidence(evidence: PriceEvidence | null): Evidence | null {
  if (!evidence) return null
  return {
    price: evidence.price,
    exchange: evidence.source,
    candleTime: new Date(evidence.candleAt).toISOString(),
    readAt: new Date(evidence.readAt).toISOString(),
  }
}
