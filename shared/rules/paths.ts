import type { BoardType } from '#shared/contract/posts.ts'

/** Every path of the site that has a screen, as the router and analytics know it. */
export const PATHS = {
  home: '/',
  login: '/login',
  loginCallback: '/login/callback',
  profile: '/profile',
  votes: '/vote',
  voteWrite: '/vote/write',
  voteView: '/vote/view/:id',
  voteEdit: '/vote/edit/:id',
  boards: '/boards',
  board: '/boards/:board',
  boardWrite: '/boards/:board/write',
  boardEdit: '/boards/:board/edit/:id',
  boardView: '/boards/:board/view/:id',
  donation: '/donation',
  terms: '/terms',
  privacy: '/privacy',
  /** The mini ticker, which only the desktop app has. */
  mini: '/mini',
} as const

export const voteViewPath = (id: number) => `/vote/view/${id}`
export const voteEditPath = (id: number) => `/vote/edit/${id}`
export const boardPath = (board: BoardType) => `/boards/${board}`
export const boardWritePath = (board: BoardType) => `/boards/${board}/write`
export const boardEditPath = (board: BoardType, id: number) => `/boards/${board}/edit/${id}`
export const boardViewPath = (board: BoardType, id: number) => `/boards/${board}/view/${id}`

/** Where going back leads from a path: view and edit screens to their list, the rest home. */
export function parentOf(path: string): string {
  if (path.startsWith('/vote/')) return PATHS.votes
  const board = path.match(/^\/boards\/[^/]+(?=\/.)/)
  return board ? board[0] : PATHS.home
}
