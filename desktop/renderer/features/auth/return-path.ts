/**
 * Where to go after a sign-in or a save: a path of this site, never another site and never the
 * login itself; else `otherwise`.
 */
export function safeReturnPath(wish: unknown, otherwise = '/'): string {
  if (typeof wish !== 'string' || !/^\/(?![/\\])/.test(wish)) return otherwise
  return /^\/login(?:[/?#]|$)/.test(wish) ? otherwise : wish
}

/** The return path in a navigation's state, `{from: '/vote/write'}`. */
export function returnPathOf(state: unknown, otherwise = '/'): string {
  const hasFrom = typeof state === 'object' && state !== null && 'from' in state
  return safeReturnPath(hasFrom ? state.from : undefined, otherwise)
}
