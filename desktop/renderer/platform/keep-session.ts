import type { QueryMeta } from '@tanstack/react-query'
import type { Services } from './services.ts'

/** How long until a session that could not be checked is checked again, in milliseconds. */
const PAUSE_MS = 10_000

type Parts = Pick<Services, 'session' | 'live' | 'queries'>

/** Restores the session, and tries again while the server cannot say, sooner when it is back. */
export function keepRestoring({ session, live }: Pick<Parts, 'session' | 'live'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isHeldUp = () => {
    const state = session.state.getState()
    return state.status === 'checking' && state.isHeldUp
  }
  const attempt = async () => {
    clearTimeout(timer)
    await session.restore()
    if (isHeldUp()) timer = setTimeout(attempt, PAUSE_MS)
  }
  live.link.subscribe(() => {
    const isBack = live.link.getState() === 'live' || live.link.getState() === 'polling'
    if (isBack && isHeldUp()) attempt()
  })
  attempt()
}

const isPersonal = ({ meta }: { meta?: QueryMeta | undefined }) => meta?.isPublic !== true

/**
 * Drops from the cache what the server said to somebody else when the person changes: all but the
 * queries whose `meta.isPublic` says that everybody gets the same.
 */
export function forgetOthers({ session, queries }: Pick<Parts, 'session' | 'queries'>): void {
  const personOf = () => {
    const state = session.state.getState()
    return state.status === 'user' ? state.user.id : state.status
  }
  let known = personOf()
  session.state.subscribe(() => {
    const person = personOf()
    if (person === known) return
    known = person
    for (const query of queries.getQueryCache().findAll({ predicate: isPersonal })) query.reset()
    // What is still shown is asked for again, once the page knows who reads now: of a guest it may
    // not ask at all.
    setTimeout(() => queries.refetchQueries({ predicate: isPersonal, type: 'active' }))
  })
}
