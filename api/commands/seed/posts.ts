import type { BoardType } from '#shared/contract/posts.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import type { Language, Person } from './people.ts'
import { NOTICES, POST_TEXTS } from './post-texts.ts'
import type { Random } from './random.ts'

/** A demo post. Instants are epoch milliseconds. */
export interface DemoPost {
  board: BoardType
  subject: string
  /** Not yet sanitized. */
  html: string
  priority: number
  created: number
  updated: number | null
}

/** The admin's notices, distributed over time, in Korean and shortly after in English. */
function createNotices(
  random: Random,
  { subject }: Person,
  since: number,
  now: number,
): DemoPost[] {
  return NOTICES.flatMap(({ ko, en, priority }, index) => {
    const created = Math.floor(
      since + ((now - since) * (index + 0.1 * random.next())) / NOTICES.length,
    )
    const base = { board: 'notices', subject, priority, updated: null } as const
    return [
      { ...base, html: ko, created },
      { ...base, html: en, created: created + random.integer(2, 9) * MINUTE_MS },
    ]
  })
}

/** The posts of the three boards, oldest first, from `since` to `now` (epoch ms). */
export function createPosts(
  random: Random,
  people: readonly Person[],
  since: number,
  now: number,
): DemoPost[] {
  const makePost = (board: BoardType, language: Language, html: string): DemoPost[] => {
    const created = Math.floor(since + (now - since - 30 * MINUTE_MS) * random.next())
    const edited = created + random.integer(4, 55) * MINUTE_MS
    const updated = random.chance(0.15) && edited < now ? edited : null
    const authors = people.filter(
      (person) =>
        person.isAdmin === 0 &&
        person.language === language &&
        person.created + MINUTE_MS < created,
    )
    const priority = ORDINARY_PRIORITY
    return random
      .sample(authors, 1)
      .map(({ subject }) => ({ board, subject, html, priority, created, updated }))
  }
  const notices = people
    .filter(({ isAdmin }) => isAdmin > 0)
    .flatMap((admin) => createNotices(random, admin, since, now))
  const posts = (['frees', 'suggestions'] as const).flatMap((board) =>
    (['ko', 'en'] as const).flatMap((language) =>
      POST_TEXTS[board][language].flatMap((html) => makePost(board, language, html)),
    ),
  )
  return [...notices, ...posts].sort((a, b) => a.created - b.created)
}
