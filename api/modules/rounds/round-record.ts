import type { Evidence, Outcome } from '#shared/contract/rounds.ts'
import type { SignedRoot } from '#shared/contract/signed-root.ts'
import type { Direction } from '#shared/rules/band.ts'
import type { Round } from '#shared/rules/schedule.ts'

/** A price of a round and its source. Instants are epoch milliseconds (UTC). */
export interface PriceEvidence {
  /** Decimal string, USDT per BTC. */
  price: string
  source: string
  candleAt: number
  readAt: number
}

/** A round as stored. Instants are epoch milliseconds (UTC). */
export interface RoundRecord extends Round {
  id: number
  reference: PriceEvidence | null
  outcome: Outcome | null
  /** The decided outcome while the ledger is being written; null before and after. */
  pendingOutcome: Outcome | null
  settlement: PriceEvidence | null
  /** The direction with the largest chance at the open; null without a reference. */
  openingFavorite: Direction | null
  settledAt: number | null
  /** Signed root of the round's own tree, of rounds from before the log. */
  receipts: SignedRoot | null
  /** Index of its first commitment in the log; null until they are appended. */
  logIndex: number | null
}

/** Votes of a round by direction. */
export interface Tally {
  up: number
  steady: number
  down: number
  unknown: number
}

export const NO_VOTES: Readonly<Tally> = { up: 0, steady: 0, down: 0, unknown: 0 }

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
