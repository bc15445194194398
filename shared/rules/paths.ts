import type { BoardType } from '#shared/contract/posts.ts'
import type { Direction } from './band.ts'
import { WEEK_PATTERN } from './iso-week.ts'

/** Paths of all screens, as route patterns. */
export const PATHS = {
  home: '/',
  login: '/login',
  loginCallback: '/login/callback',
  profile: '/profile',
  account: '/settings/account',
  alerts: '/settings/alerts',
  notifications: '/notifications',
  votes: '/vote',
  voteWrite: '/vote/write',
  voteView: '/vote/view/:id',
  voteEdit: '/vote/edit/:id',
  boards: '/boards',
  board: '/boards/:board',
  boardWrite: '/boards/:board/write',
  boardEdit: '/boards/:board/edit/:id',
  boardView: '/boards/:board/view/:id',
  /** The trader's desk, for windows from 1100 px. */
  desk: '/desk',
  search: '/search',
  donation: '/donation',
  rules: '/rules',
  /** Whether the parts of the site work. */
  status: '/status',
  /** Checks the receipt of a call from a file. */
  verify: '/verify',
  rounds: '/rounds',
  /** One round, by the UTC day of its reference price. */
  round: '/rounds/:date',
  ranking: '/ranking',
  /** Track record of a person, by unique code. */
  user: '/u/:code',
  /** The own week, by ISO week. */
  week: '/week/:week',
  /** The state of the site for its operator; admins only. */
  admin: '/admin',
  /** Reported texts and appeals, with one case open; admins only. */
  adminReports: '/admin/reports/:id?',
  modlog: '/modlog',
  terms: '/terms',
  privacy: '/privacy',
  /** The mini ticker; desktop app only. */
  mini: '/mini',
  /** Confirms a vote from the tray in a small window; desktop app only. */
  voteWindow: '/vote/now/:direction',
  /** The chart in a window of its own; desktop app only. */
  chart: '/chart',
  /** The desk, or one of its other panels, in a window of its own; desktop app only. */
  panel: '/window/:panel',
} as const

/** Regular expression of an id in a path. Those of votes outgrow 32 bits; 15 digits are exact as a number. */
export const ID_PATTERN = '[1-9]\\d{0,14}'

/** Regular expressions of the parameters of paths, by name. */
const PARAMETERS = {
  id: ID_PATTERN,
  board: '(?:frees|notices|suggestions)',
  date: '\\d{4}-\\d\\d-\\d\\d',
  code: '[0-9A-Za-z]{6}',
  week: WEEK_PATTERN,
  direction: '(?:up|steady|down)',
  panel: '(?:desk|calls|rounds|live)',
}

/** The source of a regular expression for the paths of a screen. */
const patternSource = (path: string): string =>
  Object.entries(PARAMETERS).reduce(
    (pattern, [name, format]) =>
      pattern.replace(`/:${name}?`, `(?:/${format})?`).replace(`:${name}`, format),
    path,
  )

/** Matches the paths of a screen, such as `/rounds/2026-11-19` for `PATHS.round`, and no others. */
export const pathPattern = (path: string): RegExp => new RegExp(`^${patternSource(path)}$`)

/** Matches all spellings of a screen's paths: its router accepts any case, and slashes at the end. */
export const screenPattern = (path: string): RegExp => new RegExp(`^${patternSource(path)}/*$`, 'i')

export const voteViewPath = (id: number) => `/vote/view/${id}`
export const voteEditPath = (id: number) => `/vote/edit/${id}`
export const voteWindowPath = (direction: Direction) => `/vote/now/${direction}`
/** Path of a panel of the desk in a window of its own. */
export const panelPath = (panel: string) => (panel === 'chart' ? PATHS.chart : `/window/${panel}`)
/** Path of a reply on the page of its note or post. */
export const replyPath = (page: string, id: number) => `${page}?reply=${id}`
export const boardPath = (board: BoardType) => `/boards/${board}`
export const boardWritePath = (board: BoardType) => `/boards/${board}/write`
export const boardEditPath = (board: BoardType, id: number) => `/boards/${board}/edit/${id}`
export const boardViewPath = (board: BoardType, id: number) => `/boards/${board}/view/${id}`

/** Path of a round: the UTC day of its reference instant (epoch ms), `/rounds/2026-11-19`. */
export const roundPath = (refDate: number) =>
  `/rounds/${new Date(refDate).toISOString().slice(0, 10)}`
/** Path of the own week, `/week/2026-47`. */
export const weekPath = (week: string) => `/week/${week}`
/** Path of a search for words, of a kind, of an author by unique code. */
export function searchPath(q: string, kind: string | null = null, author: string | null = null) {
  const query = new URLSearchParams({ q, ...(kind && { kind }), ...(author && { author }) })
  return `${PATHS.search}?${query}`
}
export const userPath = (code: string) => `/u/${code}`

const PERSON = /^\/(?:u|week|vote\/view|feed\/u|cards\/(?:people|calls))\//

/** Whether a path is the page, feed or picture card of a person or of a call, which names its author. */
export const isAboutPerson = (path: string): boolean => PERSON.test(path)

export const ADMIN_REPORTS = '/admin/reports'
export const adminCasePath = (id: number) => `${ADMIN_REPORTS}/${id}`

/** Target of Back: view and edit screens lead to their list, other paths home. */
export function parentOf(path: string): string {
  if (path.startsWith('/vote/') || path.startsWith('/week/')) return PATHS.votes
  if (path.startsWith('/rounds/')) return PATHS.rounds
  if (path.startsWith('/u/')) return PATHS.ranking
  if (path === PATHS.admin || path === ADMIN_REPORTS) return PATHS.profile
  if (path.startsWith(`${ADMIN_REPORTS}/`)) return ADMIN_REPORTS
  if (path.startsWith('/settings/')) return PATHS.profile
  const board = path.match(/^\/boards\/[^/]+(?=\/.)/)
  return board ? board[0] : PATHS.home
}

/** Last page of a list that an address names. */
export const PAGE_MAX = 99_999

/** Addresses of the picture cards of links, and the patterns that match them. */
export const cardPaths = {
  /** The card of pages without one of their own. */
  site: { path: '/cards/site.png', pattern: /^\/cards\/site\.png$/ },
  /** The card of the round that starts on a UTC day, `2026-11-19`. */
  round: {
    path: (day: string) => `/cards/rounds/${day}.png`,
    pattern: /^\/cards\/rounds\/(\d{4}-\d\d-\d\d)\.png$/,
  },
  /** The card of a vote, by id. */
  call: {
    path: (id: string) => `/cards/calls/${id}.png`,
    pattern: new RegExp(`^/cards/calls/(${ID_PATTERN})\\.png$`),
  },
  /** The card of a person, by unique code. */
  user: {
    path: (code: string) => `/cards/people/${code}.png`,
    pattern: /^\/cards\/people\/([0-9A-Za-z]{6})\.png$/,
  },
} as const

/** Addresses of the Atom feeds and of the calendar. */
export const FEED_PATHS = {
  notices: '/feed/notices.xml',
  suggestions: '/feed/suggestions.xml',
  /** Closed rounds with the roots of their receipts. */
  rounds: '/feed/rounds.xml',
  calendar: '/rounds.ics',
} as const

/** The feed of a person's calls, by unique code. */
export const userFeedPath = (code: string) => `/feed/u/${code}.xml`
