import type { OwnVote } from '#shared/contract/profile.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'
import type { VoteChoice } from '#shared/rules/band.ts'

/** A settled round at its target (epoch ms). */
interface Flag {
  x: number
  outcome: NonNullable<RoundItem['outcome']>
}

/** An own vote at the instant (epoch ms) and price (USDT) of its acceptance. */
interface Entry {
  x: number
  price: number
  choice: VoteChoice
}

/** Marks over the price: settled rounds and own votes. */
export interface Marks {
  flags: readonly Flag[]
  entries: readonly Entry[]
}

export const NO_MARKS: Marks = { flags: [], entries: [] }

export function createMarks(rounds: readonly RoundItem[], votes: readonly OwnVote[]): Marks {
  return {
    flags: rounds.flatMap(({ targetDate, outcome }) =>
      outcome === null ? [] : [{ x: Date.parse(targetDate), outcome }],
    ),
    entries: votes.flatMap(({ created, entryPrice, voteChoice }) =>
      entryPrice === null
        ? []
        : [{ x: Date.parse(created), price: Number(entryPrice), choice: voteChoice }],
    ),
  }
}
