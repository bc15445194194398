import type { OwnVote } from '#shared/contract/profile.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'
import type { VoteChoice } from '#shared/rules/band.ts'

/** A settled round at its target (epoch ms). */
interface Flag {
  x: number
  outcome: NonNullable<RoundItem['outcome']>
  refPrice: string | null
}

/** An own vote at the instant (epoch ms) and price (USDT) of its acceptance. */
interface Entry {
  x: number
  price: number
  choice: VoteChoice
  refPrice: string | null
}

/** Marks over the price: settled rounds and own votes. */
export interface Marks {
  flags: readonly Flag[]
  entries: readonly Entry[]
}

export const NO_MARKS: Marks = { flags: [], entries: [] }

export function createMarks(rounds: readonly RoundItem[], votes: readonly OwnVote[]): Marks {
  return {
    flags: rounds.flatMap(({ targetDate, outcome, refPrice }) =>
      outcome === null ? [] : [{ x: Date.parse(targetDate), outcome, refPrice }],
    ),
    entries: votes.flatMap((vote) => {
      const { created, enteredAt = created, entryPrice, voteChoice, refPrice = null } = vote
      return entryPrice === null
        ? []
        : [{ x: Date.parse(enteredAt), price: Number(entryPrice), choice: voteChoice, refPrice }]
    }),
  }
}
