import type { VoteChoice } from '#shared/rules/band.ts'
import { type Offer, offers, UNPRICED } from '#shared/rules/offer.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'
import type { Dice } from './dice.ts'
import { makeNote } from './notes.ts'
import type { PastMarket } from './past-market.ts'
import type { PastRound } from './past-rounds.ts'
import type { Person } from './people.ts'

/** A vote of the demo. Instants are epoch milliseconds. */
export interface DemoVote {
  refDate: number
  subject: string
  choice: VoteChoice
  offer: Offer
  /** HTML, not yet sanitised; empty without a note. */
  html: string
  created: number
  modified: number | null
}

const MINUTE = 60_000

/** What somebody calls who sees this move (a log) and leans this way: momentum, and a guess. */
function choose(dice: Dice, move: number, lean: number): VoteChoice {
  if (dice.chance(0.06)) return 'unknown'
  const mood = lean + 9 * move + dice.next() - 0.5
  if (mood > 0.55) return 'up'
  return mood < -0.6 ? 'down' : 'steady'
}

function voteOf(
  dice: Dice,
  market: PastMarket,
  round: PastRound,
  person: Person,
  created: number,
): DemoVote | null {
  const known = market.at(created)
  if (!known) return null
  const refPrice = round.reference.price
  const tauDays = (round.targetDate - created) / DAY_MS
  const table = offers({ priceNow: known.price, refPrice, s60: known.s60, tauDays })
  const choice = choose(dice, Math.log(Number(known.price) / Number(refPrice)), person.lean)
  const facts = { choice, refPrice, price: known.price, s60: known.s60, tauDays }
  const html = dice.chance(person.talk) ? makeNote(dice, person.language, facts) : ''
  return {
    refDate: round.refDate,
    subject: person.subject,
    choice,
    offer: choice === 'unknown' ? UNPRICED : table[choice],
    html,
    created,
    modified: html !== '' && dice.chance(0.1) ? created + dice.whole(3, 50) * MINUTE : null,
  }
}

/**
 * Who voted what in each round up to `now` (epoch ms), oldest first, at most once a person and round,
 * while it was open, with the offer that the server would have made at that moment by the price and
 * volatility known then.
 */
export function makeVotes(
  dice: Dice,
  market: PastMarket,
  rounds: readonly PastRound[],
  people: readonly Person[],
  now: number,
): DemoVote[] {
  const votes: DemoVote[] = []
  for (const round of rounds) {
    const opens = round.reference.readAt
    const length = round.closesAt - MINUTE - opens
    for (const person of people) {
      // Most vote soon after the opening; the live round has had only a part of its voters yet.
      const created = Math.floor(opens + length * dice.next() ** 1.7)
      if (!dice.chance(person.activity) || person.created > created) continue
      if (created > now - MINUTE) continue
      const vote = voteOf(dice, market, round, person, created)
      if (vote)
        votes.push(vote.modified && vote.modified > now ? { ...vote, modified: null } : vote)
    }
  }
  return votes.sort((a, b) => a.created - b.created)
}
