import { DAY_MS } from '#shared/rules/schedule.ts'
import { titleOf } from '#shared/rules/title.ts'
import { type DemoPost, makePosts } from './board-posts.ts'
import { createDice } from './dice.ts'
import type { PastMarket } from './past-market.ts'
import { type PastRound, pastRounds } from './past-rounds.ts'
import { makePeople, type Person } from './people.ts'
import { type Reception, receive } from './reactions.ts'
import { type DemoVote, makeVotes } from './votes.ts'

/** What was written, as it is stored. */
interface Text {
  title: string
  content: string
}

/** Everything that the demo holds, ready to be stored. */
export interface Demo {
  people: Person[]
  rounds: PastRound[]
  votes: (DemoVote & Text & Reception)[]
  posts: (DemoPost & Text & Reception)[]
}

const SEED = 20_250_812
/** People came, and notices were written, shortly before the first round. */
const BEFORE_MS = 3 * DAY_MS

/**
 * Makes the demo of a market as of `now` (epoch ms). Nothing but these two decides what comes out.
 * `sanitise` is the one that all content goes through.
 */
export async function makeDemo(
  market: PastMarket,
  now: number,
  sanitise: (html: string) => Promise<string>,
): Promise<Demo> {
  const dice = createDice(SEED)
  const rounds = await pastRounds(market, now)
  const since = (rounds[0]?.refDate ?? now) - BEFORE_MS
  const people = makePeople(dice, since, now)
  const votes = makeVotes(dice, market, rounds, people, now)
  const posts = makePosts(dice, people, since, now)
  const finish = async <Made extends { subject: string; html: string; created: number }>(
    made: Made,
  ) => {
    const content = made.html === '' ? '' : await sanitise(made.html)
    const reception =
      content === ''
        ? { likes: [], dislikes: [], views: 0 }
        : receive(dice, people, made.subject, made.created, now)
    return { ...made, ...reception, title: titleOf(content), content }
  }
  const finishAll = async <Made extends { subject: string; html: string; created: number }>(
    all: readonly Made[],
  ) => {
    const finished = []
    for (const made of all) finished.push(await finish(made))
    return finished
  }
  return { people, rounds, votes: await finishAll(votes), posts: await finishAll(posts) }
}
