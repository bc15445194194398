import type { OwnVote } from '#shared/contract/profile.ts'
import { voteResult } from '#shared/rules/band.ts'
import type { OwnVoteRow } from './store.ts'

/** A stored vote as the contract has it. */
export function toOwnVote({ round, ...vote }: OwnVoteRow): OwnVote {
  // The ledger is written in batches; points are shown once it is complete.
  const ledger = round.settledAt ? vote.ledger : null
  return {
    id: vote.id,
    targetTime: round.targetDate.toISOString(),
    refPrice: round.refPrice,
    voteChoice: vote.choice,
    result: voteResult(vote.choice, round.outcome),
    offer: { hit: vote.offerHit, miss: vote.offerMiss },
    offerVersion: vote.offerVersion,
    carried: vote.carried,
    entryPrice: vote.entryPrice,
    points: ledger?.points ?? null,
    settledAt: ledger?.settledAt.toISOString() ?? null,
    created: vote.created.toISOString(),
    enteredAt: (vote.accepted ?? vote.created).toISOString(),
    ...(vote.atMidnight && { atMidnight: toVoteAtMidnight(vote.atMidnight) }),
  }
}

const toVoteAtMidnight = (vote: NonNullable<OwnVoteRow['atMidnight']>) => ({
  midnight: vote.midnight.toISOString(),
  voteChoice: vote.choice,
  offer: { hit: vote.offerHit, miss: vote.offerMiss },
  offerVersion: vote.offerVersion,
  carried: vote.carried,
})
