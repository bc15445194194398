/** Where to go after a sign-in: a path of this site, never another site and never the login itself. */
export function safeReturnPath(wish: unknown): string {
  if (typeof wish !== 'string' || !/^\/(?![/\\])/.test(wish)) return '/'
  return /^\/login(?:[/?#]|$)/.test(wish) ? '/' : wish
}

/** The return path in a navigation's state, `{from: '/vote/write'}`. */
export function returnPathOf(state: unknown): string {
  const hasFrom = typeof state === 'object' && state !== null && 'from' in state
  return safeReturnPath(hasFrom ? state.from : undefined)
}
