import type { QueryKey } from '@tanstack/react-query'
import type { BoardType } from '#shared/contract/posts.ts'
import type { ReplyFilter, ReplySort } from '#shared/contract/replies.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'

/** Every key of the query cache. A key contains everything that its reply depends on. */
export const queryKeys = {
  summary: ['summary'],
  site: ['site'],
  siteKeys: ['site-keys'],
  authConfig: ['auth-config'],
  candles: ['candles'],
  candleSummary: ['candle-summary'],
  week: ['week'],
  rankers: ['rankers'],
  recentPosts: ['recent-posts'],
  bestVotes: ['best-votes'],
  profile: (userId: number) => ['profile', userId] as const,
  ownWeeks: (userId: number) => ['profile', userId, 'week'] as const,
  ownWeek: (userId: number, week: string) => ['profile', userId, 'week', week] as const,
  moderation: {
    all: ['moderation'],
    cases: (state: 'open' | 'closed', page: number) =>
      ['moderation', 'cases', state, page] as const,
    case: (id: number) => ['moderation', 'case', id] as const,
    appeals: ['moderation', 'appeals'],
    log: (page: number) => ['moderation', 'log', page] as const,
    own: (userId: number) => ['moderation', 'own', userId] as const,
  },
  overview: (userId: number | null) => ['overview', userId] as const,
  rounds: {
    list: (page: number) => ['rounds', 'list', page] as const,
    /** The first pages together. */
    since: (pages: number) => ['rounds', 'since', pages] as const,
    own: (userId: number | null, targets: string) => ['rounds', 'own', userId, targets] as const,
  },
  status: ['status'],
  calibration: ['calibration'],
  users: {
    all: ['users'],
    record: (code: string) => ['users', code] as const,
    votes: (code: string, page: number) => ['users', code, 'votes', page] as const,
  },
  ranking: {
    all: ['ranking'],
    page: (season: string | null, page: number) => ['ranking', season, page] as const,
    own: (userId: number | null, season: string | null) =>
      ['ranking', 'own', userId, season] as const,
  },
  notifications: {
    all: (userId: number) => ['notifications', userId] as const,
    unseen: (userId: number) => ['notifications', userId, 'unseen'] as const,
    list: (userId: number) => ['notifications', userId, 'list'] as const,
    settings: (userId: number) => ['notifications', userId, 'settings'] as const,
  },
  blocks: (userId: number | null) => ['blocks', userId] as const,
  levels: (userId: number | null) => ['levels', userId] as const,
  /** Each reader finds what they may read. */
  search: (
    search: { q: string; kind: SearchKind | null; author: string | null },
    readerId: number | null,
  ) => ['search', search, readerId] as const,
  /** People whose nickname begins with `q`. */
  userSuggestions: (q: string, readerId: number | null) =>
    ['user-suggestions', q, readerId] as const,
  identities: (userId: number) => ['identities', userId] as const,
  sessions: (userId: number) => ['sessions', userId] as const,
  votes: {
    all: ['votes'],
    lists: ['votes', 'list'],
    items: ['votes', 'item'],
    details: ['votes', 'detail'],
    rounds: ['votes', 'round'],
    /** `readerId` for the own votes only. */
    list: (filter: string, page: number, readerId: number | null) =>
      ['votes', 'list', filter, page, readerId] as const,
    own: (userId: number | null) => ['votes', 'own', userId] as const,
    /** Public, without the note. */
    item: (id: number) => ['votes', 'item', id] as const,
    /** Each reader sees other details: their own reaction, and others' votes only after voting. */
    detail: (id: number, readerId: number | null) => ['votes', 'detail', id, readerId] as const,
    proof: (id: number, readerId: number) => ['votes', 'proof', id, readerId] as const,
    /** `targetDate` is ISO 8601, UTC. */
    round: (targetDate: string) => ['votes', 'round', targetDate] as const,
  },
  threads: {
    all: ['threads'],
    /** In every order and of every reader. */
    of: ({ target, id }: ThreadKey) => ['threads', target, id] as const,
    /** `from` is the reply that the first page starts with. Each reader sees their own reactions. */
    page: (
      { target, id }: ThreadKey,
      order: { sort: ReplySort; filter: ReplyFilter | null; from: number | null },
      readerId: number | null,
    ) => ['threads', target, id, order, readerId] as const,
  },
  posts: {
    all: ['posts'],
    board: (board: BoardType) => ['posts', board] as const,
    lists: (board: BoardType) => ['posts', board, 'list'] as const,
    list: (board: BoardType, page: number) => ['posts', board, 'list', page] as const,
    /** Of every reader. */
    details: (board: BoardType, id: number) => ['posts', board, 'detail', id] as const,
    /** Each reader sees their own reaction. */
    detail: (board: BoardType, id: number, readerId: number | null) =>
      ['posts', board, 'detail', id, readerId] as const,
    /** Outside `board`, so that no invalidation replaces the text under the editor. */
    edit: (board: BoardType, id: number) => ['post-edit', board, id] as const,
  },
} as const

/**
 * Beginnings of the keys of screens that show nicknames. Not of searches, suggestions and the account, whose
 * quotas are small: they show a new name at their next fetch.
 */
export const KEYS_WITH_NAMES: readonly QueryKey[] = [
  queryKeys.rankers,
  queryKeys.recentPosts,
  queryKeys.bestVotes,
  queryKeys.moderation.all,
  queryKeys.users.all,
  queryKeys.ranking.all,
  queryKeys.votes.lists,
  queryKeys.votes.items,
  queryKeys.votes.details,
  queryKeys.votes.rounds,
  queryKeys.threads.all,
  queryKeys.posts.all,
]
