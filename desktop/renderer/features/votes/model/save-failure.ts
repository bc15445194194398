import { ApiFailure } from '#desktop/shared/api-failure.ts'

/**
 * What to do about a vote that was not saved: `session` is said elsewhere, `server` means that
 * nothing of ours answered, `refused` that the server said why.
 */
export type SaveFailure = 'alreadyVoted' | 'roundChanged' | 'session' | 'server' | 'refused'

/** Sorts what a save threw. */
export function saveFailureOf(error: Error): SaveFailure {
  if (!(error instanceof ApiFailure)) return 'server'
  const { code, status } = error
  if (code === 'ALREADY_VOTED') return 'alreadyVoted'
  if (code === 'ROUND_CHANGED') return 'roundChanged'
  if (status === 401) return 'session'
  return code === 'UNREACHABLE' || code === 'INTERNAL' ? 'server' : 'refused'
}
