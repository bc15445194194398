import type { Round } from '#shared/rules/schedule.ts'

/** Where a price of a round was read. Instants are epoch milliseconds. */
export interface PriceEvidence {
  price: string
  source: string
  candleAt: number
  readAt: number
}

export type RoundOutcome = 'up' | 'steady' | 'down' | 'void'

/** A round as the database holds it. Instants are epoch milliseconds (UTC). */
export interface RoundRecord extends Round {
  id: number
  reference: PriceEvidence | null
  outcome: RoundOutcome | null
  /** What its votes are being paid by just now; null before and once it is settled. */
  pendingOutcome: RoundOutcome | null
  settlement: PriceEvidence | null
  settledAt: number | null
}

/** Votes of a round by direction. */
export interface Tally {
  up: number
  steady: number
  down: number
  unknown: number
}

export const NO_VOTES: Readonly<Tally> = { up: 0, steady: 0, down: 0, unknown: 0 }
