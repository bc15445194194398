/** A path of this site other than the login, to open after a login or save; else `fallback`. */
export function safeReturnPath(path: unknown, fallback = '/'): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return fallback
  return /^\/login(?:[/?#]|$)/.test(path) ? fallback : path
}

/** The return path in a navigation's state, `{from: '/vote/write'}`. */
export function returnPathOf(state: unknown, fallback = '/'): string {
  const hasFrom = typeof state === 'object' && state !== null && 'from' in state
  return safeReturnPath(hasFrom ? state.from : undefined, fallback)
}
