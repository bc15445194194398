import { sanitize } from '#api/modules/content/sanitize.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import type { PastMarket } from './market.ts'
import { createPeople, type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { pastRounds } from './rounds.ts'
import { NOTICE_PRIORITIES, POSTS } from './texts.ts'
import { createVotes } from './votes.ts'

const SEED = 20_250_812

export type Demo = Awaited<ReturnType<typeof createDemo>>

/** The posts of the three boards from `since` to `now` (epoch ms), notices by the admin, oldest first. */
function createPosts(random: Random, people: readonly Person[], since: number, now: number) {
  const posts = []
  for (const board of ['notices', 'frees', 'suggestions'] as const) {
    for (const language of ['ko', 'en'] as const) {
      for (const [index, html] of POSTS[board][language].entries()) {
        const isNotice = board === 'notices'
        // A notice follows in English five minutes after the Korean one.
        const place = isNotice ? (index + 0.1) / POSTS.notices.ko.length : random.next()
        const delay = isNotice && language === 'en' ? 5 * MINUTE_MS : 0
        const created = Math.floor(since + (now - since - 30 * MINUTE_MS) * place) + delay
        const edited = created + random.integer(4, 55) * MINUTE_MS
        const isEdited = !isNotice && random.chance(0.15) && edited < now
        const authors = people.filter(
          (person) =>
            person.isAdmin === isNotice &&
            (isNotice || person.language === language) &&
            person.created + MINUTE_MS < created,
        )
        const priority = (isNotice && NOTICE_PRIORITIES[index]) || ORDINARY_PRIORITY
        const row = { board, priority, updated: isEdited ? new Date(edited) : null }
        for (const { index: author } of random.sample(authors, 1)) {
          posts.push({ author, html, created, row })
        }
      }
    }
  }
  return posts.sort((a, b) => a.created - b.created)
}

/** Reactions and views of a text by users who signed in after it; few texts get many likes. */
function receive(
  random: Random,
  people: readonly Person[],
  { author, created, html }: { author: number; created: number; html: string },
  now: number,
) {
  if (html === '') return { likes: [], dislikes: [], views: 0 }
  const others = people.filter(({ index, lastLogin }) => index !== author && lastLogin > created)
  const age = Math.min(1, (now - created) / (36 * HOUR_MS))
  const count = Math.floor(random.next() ** 3 * 18 * age)
  const reacting = random.sample(others, count + (random.chance(0.2) ? 1 : 0))
  const ids = reacting.map(({ index }) => index)
  const views = ids.length + Math.floor((6 + 70 * random.next() ** 2) * age)
  return { likes: ids.slice(0, count), dislikes: ids.slice(count), views }
}

/** Builds the demo, determined by `market` and `now` (epoch ms): rows, and people and rounds by index. */
export async function createDemo(market: PastMarket, now: number) {
  const random = createRandom(SEED)
  const rounds = await pastRounds(market, now)
  // Users and notices exist before the first round.
  const since = (rounds[0]?.refDate ?? now) - 3 * DAY_MS
  const people = createPeople(random, since, now)
  const publish = <Text extends { author: number; created: number; html: string; row: object }>(
    texts: readonly Text[],
  ) =>
    texts.map((text) => {
      const { views, ...reactions } = receive(random, people, text, now)
      const created = new Date(text.created)
      const row = { ...text.row, ...sanitize(text.html), created, views, likes: 0, dislikes: 0 }
      return { ...text, ...reactions, row }
    })
  const votes = publish(createVotes(random, market, rounds, people, now))
  return { people, rounds, votes, posts: publish(createPosts(random, people, since, now)) }
}
