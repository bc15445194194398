import { column, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import { Direction } from '#shared/contract/common.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import { voteResult } from '#shared/rules/band.ts'

/** An own vote straight from the database, with what its round and the ledger say of it. */
export const OWN_VOTE_COLUMNS = {
  id: column.int,
  choice: Direction,
  offer_hit: column.int,
  offer_miss: column.int,
  created: column.instant,
  target_date: column.instant,
  outcome: column.nullable(Outcome),
  points: column.nullable(column.int),
  settled_at: column.nullable(column.instant),
}
type OwnVoteRow = StaticColumns<typeof OWN_VOTE_COLUMNS>

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
