import type { SanitizedContent } from '#api/modules/content/sanitize.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import type { PastMarket } from './market.ts'
import { type PastRound, pastRounds } from './past-rounds.ts'
import { createPeople, type Person } from './people.ts'
import { createPosts, type DemoPost } from './posts.ts'
import { createRandom, type Random } from './random.ts'
import { createVotes, type DemoVote } from './votes.ts'

/** Reactions by subject, and the number of views. */
interface Reception {
  likes: string[]
  dislikes: string[]
  views: number
}

export interface Demo {
  people: Person[]
  rounds: PastRound[]
  votes: (DemoVote & SanitizedContent & Reception)[]
  posts: (DemoPost & SanitizedContent & Reception)[]
}

const SEED = 20_250_812
/** Users and notices exist this long before the first round. */
const LEAD_MS = 3 * DAY_MS
const NO_RECEPTION: Reception = { likes: [], dislikes: [], views: 0 }

/** Reactions and views of a text by users who signed in after it; few texts get many likes. */
function receive(
  random: Random,
  people: readonly Person[],
  author: string,
  created: number,
  now: number,
): Reception {
  const others = people.filter(
    ({ subject, lastLogin }) => subject !== author && lastLogin > created,
  )
  const age = Math.min(1, (now - created) / (36 * HOUR_MS))
  const count = Math.floor(random.next() ** 3 * 18 * age)
  const reacting = random
    .sample(others, count + (random.chance(0.2) ? 1 : 0))
    .map(({ subject }) => subject)
  return {
    likes: reacting.slice(0, count),
    dislikes: reacting.slice(count),
    views: reacting.length + Math.floor((6 + 70 * random.next() ** 2) * age),
  }
}

/** Builds the demo, determined by `market` and `now` (epoch ms). `sanitize` cleans all content. */
export async function createDemo(
  market: PastMarket,
  now: number,
  sanitize: (html: string) => SanitizedContent,
): Promise<Demo> {
  const random = createRandom(SEED)
  const rounds = await pastRounds(market, now)
  const since = (rounds[0]?.refDate ?? now) - LEAD_MS
  const people = createPeople(random, since, now)
  const votes = createVotes(random, market, rounds, people, now)
  const posts = createPosts(random, people, since, now)

  const publish = <Made extends { subject: string; html: string; created: number }>(
    made: readonly Made[],
  ) => {
    const published: (Made & SanitizedContent & Reception)[] = []
    for (const item of made) {
      const text = sanitize(item.html)
      const { subject, created } = item
      const reception =
        text.content === '' ? NO_RECEPTION : receive(random, people, subject, created, now)
      published.push({ ...item, ...reception, ...text })
    }
    return published
  }
  return { people, rounds, votes: publish(votes), posts: publish(posts) }
}
