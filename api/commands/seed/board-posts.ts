import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import type { Dice } from './dice.ts'
import type { Draft } from './draft.ts'
import { NOTICES } from './notices.ts'
import type { Person } from './people.ts'
import { ENGLISH_POSTS } from './posts-en.ts'
import { KOREAN_POSTS } from './posts-ko.ts'

/** A post of the demo. Instants are epoch milliseconds. */
export interface DemoPost {
  board: Draft['board'] | 'notices'
  subject: string
  html: string
  priority: number
  created: number
  updated: number | null
}

const MINUTE = 60_000
/** Posts on the open boards have no priority. */

/** The admin's announcements, spread over the time, each in Korean and a little later in English. */
function makeNotices(dice: Dice, admin: Person, since: number, now: number): DemoPost[] {
  return NOTICES.flatMap(({ ko, en, priority }, index) => {
    const created = Math.floor(
      since + ((now - since) * (index + 0.1 * dice.next())) / NOTICES.length,
    )
    const base = { board: 'notices', subject: admin.subject, priority, updated: null } as const
    return [
      { ...base, html: ko, created },
      { ...base, html: en, created: created + dice.whole(2, 9) * MINUTE },
    ]
  })
}

/** One post, by somebody who was there by then and speaks its language; null when nobody was. */
function makePost(
  dice: Dice,
  { board, language, html }: Draft,
  people: readonly Person[],
  since: number,
  now: number,
): DemoPost | null {
  const created = Math.floor(since + (now - since - 30 * MINUTE) * dice.next())
  const changed = created + dice.whole(4, 55) * MINUTE
  const updated = dice.chance(0.15) && changed < now ? changed : null
  const authors = people.filter(
    (person) =>
      person.isAdmin === 0 && person.language === language && person.created + MINUTE < created,
  )
  const [author] = dice.some(authors, 1)
  if (!author) return null
  return { board, subject: author.subject, html, priority: ORDINARY_PRIORITY, created, updated }
}

/** The posts of the three boards, oldest first, from `since` to `now` (epoch ms). */
export function makePosts(
  dice: Dice,
  people: readonly Person[],
  since: number,
  now: number,
): DemoPost[] {
  const posts = people
    .filter((person) => person.isAdmin > 0)
    .flatMap((admin) => makeNotices(dice, admin, since, now))
  for (const draft of [...KOREAN_POSTS, ...ENGLISH_POSTS]) {
    const post = makePost(dice, draft, people, since, now)
    if (post) posts.push(post)
  }
  return posts.sort((a, b) => a.created - b.created)
}
