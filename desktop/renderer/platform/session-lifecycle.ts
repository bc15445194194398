import type { QueryMeta } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import type { Services } from './services.ts'

/** Delay between retries of an unreachable server, in milliseconds. */
const RETRY_MS = 10_000

/**
 * Restores the session and retries while the server is unreachable, at once when it is back. Logouts that the
 * server has not answered are repeated then, also those of earlier visits.
 */
export function startSessionRestore({
  session,
  live,
  logouts,
}: Pick<Services, 'session' | 'live' | 'logouts'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isHeldUp = () => {
    const state = session.state.getState()
    return state.status === 'checking' && state.isHeldUp
  }
  const attempt = async () => {
    clearTimeout(timer)
    await session.restore()
    if (isHeldUp()) timer = setTimeout(attempt, RETRY_MS)
  }
  live.link.subscribe((link) => {
    if (link !== 'live' && link !== 'polling') return
    if (isHeldUp()) attempt()
    logouts.wake()
  })
  attempt()
}

const isPersonal = ({ meta }: { meta?: QueryMeta | undefined }) => meta?.isPublic !== true

/** Resets all queries without `meta.isPublic` when the user changes. */
export function resetQueriesOnUserChange({
  session,
  queries,
}: Pick<Services, 'session' | 'queries'>): void {
  const personOf = () => {
    const state = session.state.getState()
    return state.status === 'user' ? state.user.id : state.status
  }
  let current = personOf()
  session.state.subscribe(() => {
    const person = personOf()
    if (person === current) return
    const isKnown = current !== 'checking'
    current = person
    for (const query of queries.getQueryCache().findAll({ predicate: isPersonal })) query.reset()
    // It follows the eligibility to vote; at the start it is loading anyway.
    if (isKnown) queries.invalidateQueries({ queryKey: queryKeys.summary })
    // After the render, when queries that a guest may not send are disabled.
    setTimeout(() => queries.refetchQueries({ predicate: isPersonal, type: 'active' }))
  })
}
