import { replaceEqualDeep } from '@tanstack/react-query'
import type { RecentPosts } from '#shared/contract/posts.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'
import type { NewestVotes } from '#shared/contract/stream.ts'
import type { VoteItem, VoteList } from '#shared/contract/votes.ts'

/** An entry of the live column. `at` is epoch milliseconds; `key` names it among all entries. */
export type LiveEvent = { key: string; at: number } & (
  | { kind: 'vote'; vote: VoteItem }
  | { kind: 'post'; post: RecentPosts[number] }
  | { kind: 'settled'; round: RoundItem }
)

/**
 * The first page of the list of votes with those that a message brought. Null where the page has to be
 * fetched: votes in between are missing, or a row that it has was changed.
 */
export function withNewestVotes(
  list: VoteList,
  { after, items, total }: NewestVotes,
): VoteList | null {
  const { posts, pagination } = list
  const { postsPerPage } = pagination
  const newest = posts[0]?.id ?? 0
  // Counts without a new vote: an author has changed a direction, or a lower id was committed later.
  if (items.length === 0 || (after !== null && newest < after)) return null
  const isWholePage = after === null
  // Nobody received it as new: its author has changed the direction since the page was fetched.
  const isChanged = items.some(({ id, voteChoice }) =>
    posts.some((post) => post.id === id && post.voteChoice !== voteChoice),
  )
  if (isChanged) return null
  const added = items.filter(({ id }) => id > newest)
  const missing = total - pagination.totalPosts - added.length
  // The page was fetched after the message was made.
  if (added.length === 0 && missing <= 0 && !isWholePage) return list
  if (added.length === 0 || (missing !== 0 && !isWholePage)) return null
  return {
    posts: isWholePage ? items : [...added, ...posts].slice(0, postsPerPage),
    pagination: {
      ...pagination,
      totalPosts: total,
      totalPages: Math.ceil(total / postsPerPage),
    },
  }
}

/** Whether two entries have the same content. */
export const isSameEvent = (one: LiveEvent, other: LiveEvent): boolean =>
  replaceEqualDeep(one, other) === one

interface LiveLists {
  votes: readonly VoteItem[] | undefined
  posts: RecentPosts | undefined
  rounds: readonly RoundItem[] | undefined
}

/** The newest votes, posts and settlements as one list, newest first. */
export function liveEvents({ votes = [], posts = [], rounds = [] }: LiveLists): LiveEvent[] {
  const events: LiveEvent[] = [
    ...votes.map((vote) => {
      return { key: `vote ${vote.id}`, at: Date.parse(vote.created), kind: 'vote', vote } as const
    }),
    ...posts.map((post) => {
      return { key: `post ${post.id}`, at: Date.parse(post.created), kind: 'post', post } as const
    }),
    ...rounds.flatMap((round) => {
      const { settledAt, targetDate } = round
      if (settledAt === null) return []
      return {
        key: `round ${targetDate}`,
        at: Date.parse(settledAt),
        kind: 'settled',
        round,
      } as const
    }),
  ]
  return events.sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1))
}

/** A list that is held still while somebody reads it. */
export interface HeldList {
  events: readonly LiveEvent[]
  /** A text may have been hidden since: entries that the lists no longer have are left out. */
  isPurged: boolean
}

/**
 * The entries to show while `held` is: in their old places, with their present texts. Without a held list
 * the latest ones.
 */
export function shownEvents(
  held: HeldList | null,
  latest: readonly LiveEvent[],
): readonly LiveEvent[] {
  if (!held) return latest
  const present = new Map(latest.map((event) => [event.key, event]))
  return held.events.flatMap((event) => present.get(event.key) ?? (held.isPurged ? [] : event))
}

/** How many entries are newer than all that are shown. */
export function countNew(shown: readonly LiveEvent[], latest: readonly LiveEvent[]): number {
  const known = new Set(shown.map(({ key }) => key))
  const newest = shown[0]?.at ?? Number.NEGATIVE_INFINITY
  return latest.filter(({ key, at }) => at >= newest && !known.has(key)).length
}
