import type { BoardType } from '#shared/contract/posts.ts'

/** Paths of all screens, as route patterns. */
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
  /** The mini ticker; desktop app only. */
  mini: '/mini',
} as const

export const voteViewPath = (id: number) => `/vote/view/${id}`
export const voteEditPath = (id: number) => `/vote/edit/${id}`
export const boardPath = (board: BoardType) => `/boards/${board}`
export const boardWritePath = (board: BoardType) => `/boards/${board}/write`
export const boardEditPath = (board: BoardType, id: number) => `/boards/${board}/edit/${id}`
export const boardViewPath = (board: BoardType, id: number) => `/boards/${board}/view/${id}`

/** Target of Back: view and edit screens lead to their list, other paths home. */
export function parentOf(path: string): string {
  if (path.startsWith('/vote/')) return PATHS.votes
  const board = path.match(/^\/boards\/[^/]+(?=\/.)/)
  return board ? board[0] : PATHS.home
}
