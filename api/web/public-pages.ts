import { ID_PATTERN, PAGE_MAX, PATHS, pathPattern, screenPattern } from '#shared/rules/paths.ts'
import { roundStartOn } from '#shared/rules/schedule.ts'
import type { PageContent } from './page-freshness.ts'

/** Values of a query that select content; with any other, a page is the one without. */
const QUERY_VALUES = {
  page: new RegExp(`^[1-9]\\d{0,${String(PAGE_MAX).length - 1}}$`),
  filter: /^(?:all|round|notes|mine)$/,
  season: /^(?:all|last-round|\d{4}Q[1-4])$/,
}

type QueryName = keyof typeof QUERY_VALUES

/** A page that everybody may read. */
export interface PublicPage extends PageContent {
  name: PageName
  /** Parameters of the query that select its content. */
  query: readonly QueryName[]
  /** There are very many of them, one a person, post or round. */
  isOneOfMany: boolean
}

export type PageName =
  | 'home'
  | 'votes'
  | 'board'
  | 'post'
  | 'rounds'
  | 'round'
  | 'ranking'
  | 'user'
  | 'rules'
  | 'status'
  | 'verify'
  | 'modlog'
  | 'terms'
  | 'privacy'
  | 'call'

const TEXTS = ['post', 'postReaction', 'postViews', 'nickname', 'moderation'] as const
const NOTES = ['voteReaction', 'voteViews'] as const
const RECORDS = ['vote', 'round', 'season', 'nickname', 'moderation'] as const
const RANKS = ['ranks', ...RECORDS] as const

type Page = [pattern: RegExp, page: Omit<PublicPage, 'name' | 'isOneOfMany'>]

const ONE_OF_MANY: readonly PageName[] = ['post', 'round', 'user']

const PAGES: Record<Exclude<PageName, 'call'>, Page> = {
  home: [
    pathPattern(PATHS.home),
    { query: [], isLive: true, topics: [...TEXTS, ...NOTES, ...RECORDS] },
  ],
  votes: [
    pathPattern(PATHS.votes),
    { query: ['page', 'filter'], isLive: true, topics: [...NOTES, ...RECORDS] },
  ],
  board: [pathPattern(PATHS.board), { query: ['page'], isLive: false, topics: TEXTS }],
  // Members alone read posts of the other board.
  post: [
    /^\/boards\/(?:notices|suggestions)\/view\/[1-9]\d{0,9}$/,
    { query: [], isLive: false, topics: TEXTS },
  ],
  rounds: [pathPattern(PATHS.rounds), { query: ['page'], isLive: true, topics: RECORDS }],
  round: [pathPattern(PATHS.round), { query: [], isLive: true, topics: RECORDS }],
  ranking: [
    pathPattern(PATHS.ranking),
    { query: ['season', 'page'], isLive: false, topics: RANKS },
  ],
  user: [pathPattern(PATHS.user), { query: ['page'], isLive: false, topics: RANKS }],
  rules: [pathPattern(PATHS.rules), { query: [], isLive: false, topics: ['round'] }],
  status: [pathPattern(PATHS.status), { query: [], isLive: true, topics: ['round'] }],
  verify: [pathPattern(PATHS.verify), { query: [], isLive: false, topics: [] }],
  modlog: [
    pathPattern(PATHS.modlog),
    { query: ['page'], isLive: false, topics: ['moderation', 'nickname'] },
  ],
  terms: [pathPattern(PATHS.terms), { query: [], isLive: false, topics: [] }],
  privacy: [pathPattern(PATHS.privacy), { query: [], isLive: false, topics: [] }],
}

const NAMES: readonly Exclude<PageName, 'call'>[] = [
  ...(['home', 'votes', 'board', 'post', 'rounds', 'round'] as const),
  ...(['ranking', 'user', 'rules', 'status', 'verify', 'modlog', 'terms', 'privacy'] as const),
]

/** The public page at a path; null for pages of members, and for none. */
export function findPublicPage(pathname: string): PublicPage | null {
  const name = NAMES.find((one) => PAGES[one][0].test(pathname))
  return name ? { name, ...PAGES[name][1], isOneOfMany: ONE_OF_MANY.includes(name) } : null
}

/** Whether a public page may have content at a path: rounds start on two days of the week. */
export function mayExist({ name }: PublicPage, pathname: string): boolean {
  return name !== 'round' || roundStartOn(pathname.slice(PATHS.rounds.length + 1)) !== null
}

const SCREENS = Object.values(PATHS).map(screenPattern)

/** Whether the browser may show a screen at a path; it redirects from any other to home. */
export const isScreen = (pathname: string): boolean =>
  SCREENS.some((pattern) => pattern.test(pathname))

const CALL = new RegExp(`^/vote/view/(${ID_PATTERN})$`)

/** The call whose page is at a path: members alone read it, but its links have a preview for all. */
export function findVotePage(pathname: string): { page: PublicPage; id: number } | null {
  const id = CALL.exec(pathname)?.[1]
  if (id === undefined) return null
  const page = {
    name: 'call',
    query: [],
    isLive: false,
    topics: RECORDS,
    isOneOfMany: true,
  } as const
  return { page, id: Number(id) }
}

/**
 * Path and query of a page without parameters that do not select its content, in one order; `lang`
 * comes last.
 */
export function canonicalPath({ query }: PublicPage, url: URL, lang: string | null): string {
  const known = new URLSearchParams()
  for (const name of query) {
    const value = url.searchParams.get(name)
    if (value !== null && QUERY_VALUES[name].test(value)) known.set(name, value)
  }
  if (lang !== null) known.set('lang', lang)
  return known.size > 0 ? `${url.pathname}?${known}` : url.pathname
}
