import type { Direction, VoteChoice } from '#shared/rules/band.ts'
import { favoriteOf } from '#shared/rules/crowd.ts'
import { chances, type Offer, offers, UNPRICED } from '#shared/rules/offer.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts'
import type { PastMarket } from './market.ts'
import { createNote } from './notes.ts'
import type { PastRound } from './past-rounds.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** A demo vote. Instants are epoch milliseconds. */
export interface DemoVote {
  refDate: number
  subject: string
  choice: VoteChoice
  offer: Offer
  /** Price at acceptance; null without an offer. */
  entryPrice: string | null
  /** Not yet sanitized; empty without a note. */
  html: string
  created: number
  modified: number | null
}

/** Knowledge of a person who chooses. */
interface Situation {
  /** Log return since the reference. */
  move: number
  favorite: Direction
  /** Common to all voters of the round. */
  news: number
  /** Null while nobody can know it. */
  outcome: Direction | null
}

/** Most choices carry no information; `skill` is the probability of choosing the outcome. */
function choose(
  random: Random,
  person: Person,
  { move, favorite, news, outcome }: Situation,
): VoteChoice {
  if (random.chance(0.05)) return 'unknown'
  if (random.chance(person.skill) && outcome !== null) return outcome
  if (person.style === 'favorite' && random.chance(0.7)) return favorite
  const pull = person.style === 'lean' ? 1.4 * person.lean : person.lean + 9 * move
  const mood = pull + news + random.next() - 0.5
  if (mood > 0.55) return 'up'
  return mood < -0.6 ? 'down' : 'steady'
}

function outcomeOf({ settlement }: PastRound): Direction | null {
  const outcome = settlement?.outcome ?? 'void'
  return outcome === 'void' ? null : outcome
}

function createVote(
  random: Random,
  market: PastMarket,
  round: PastRound,
  person: Person,
  news: number,
  created: number,
): DemoVote[] {
  const known = market.at(created)
  if (!known) return []
  const refPrice = round.reference.price
  const tauDays = (round.targetDate - created) / DAY_MS
  const input = { priceNow: known.price, refPrice, s60: known.s60, tauDays }
  const table = offers(input)
  const choice = choose(random, person, {
    move: Math.log(Number(known.price) / Number(refPrice)),
    favorite: favoriteOf(chances(input)),
    news,
    outcome: outcomeOf(round),
  })
  const context = { choice, refPrice, price: known.price, s60: known.s60, tauDays }
  const html = random.chance(person.talk) ? createNote(random, person.language, context) : ''
  const isEdited = html !== '' && random.chance(0.1)
  return [
    {
      refDate: round.refDate,
      subject: person.subject,
      choice,
      offer: choice === 'unknown' ? UNPRICED : table[choice],
      entryPrice: choice === 'unknown' ? null : known.price,
      html,
      created,
      modified: isEdited ? created + random.integer(3, 50) * MINUTE_MS : null,
    },
  ]
}

/**
 * The votes of all rounds up to `now` (epoch ms), oldest first: at most one per user and round, created
 * while the round was open, with the offer at that time.
 */
export function createVotes(
  random: Random,
  market: PastMarket,
  rounds: readonly PastRound[],
  people: readonly Person[],
  now: number,
): DemoVote[] {
  const votes: DemoVote[] = []
  for (const round of rounds) {
    const opensAt = round.reference.readAt
    // Most rounds have no news; some move nearly everybody.
    const side = random.pick([-1, 1])
    const news = random.chance(0.35) ? side * (0.5 + 0.6 * random.next()) : 0
    const length = round.closesAt - MINUTE_MS - opensAt
    for (const person of people) {
      // Most votes are created soon after the opening.
      const created = Math.floor(opensAt + length * random.next() ** 1.7)
      if (!random.chance(person.activity) || person.created > created) continue
      if (created > now - MINUTE_MS) continue
      for (const vote of createVote(random, market, round, person, news, created)) {
        votes.push(vote.modified && vote.modified > now ? { ...vote, modified: null } : vote)
      }
    }
  }
  return votes.sort((a, b) => a.created - b.created)
}
