import type { RoundOutcome } from '#api/rounds/round-record.ts'
import type { Direction } from '#shared/contract/common.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { voteResult } from '#shared/rules/band.ts'

/** An own vote straight from the database, with what its round and the ledger say of it. */
export interface OwnVoteRow {
  id: number
  choice: Direction
  offer_hit: number
  offer_miss: number
  created: Date
  target_date: Date
  outcome: RoundOutcome | null
  points: number | null
  settled_at: Date | null
}

export function toOwnVote(row: OwnVoteRow): OwnVote {
  return {
    id: row.id,
    targetTime: row.target_date.toISOString(),
    voteChoice: row.choice,
    result: voteResult(row.choice, row.outcome),
    offer: { hit: row.offer_hit, miss: row.offer_miss },
    points: row.points,
    settledAt: row.settled_at?.toISOString() ?? null,
    created: row.created.toISOString(),
  }
}
