import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import {
  type FindReply,
  type PreparedReply,
  prepareReply,
} from '#api/infrastructure/response-cache.ts'
import type { RoundCache } from '#api/rounds/round-cache.ts'
import type { VoteStore } from './store.ts'

export interface VoteListCache {
  /** The first page of the list. */
  first: FindReply
  /** The most liked votes of the unresolved rounds. */
  best: FindReply
  /** Any page, read from the database. */
  list(page: number): Promise<PreparedReply>
}

/** Caches the first page and the best votes; events that change them mark them stale. */
export function createVoteListCache(
  store: Pick<VoteStore, 'list' | 'best' | 'forgetPositions'>,
  rounds: RoundCache,
  bus: AppEventBus,
): VoteListCache {
  const list = async (page: number) => prepareReply(await store.list(page))
  const first = cached(() => list(1))
  const best = cached(async () => {
    const [waiting, live] = await Promise.all([rounds.waiting(), rounds.live()])
    return prepareReply(await store.best(waiting?.id ?? 0, live?.id ?? 0))
  })
  const markStale = () => {
    first.markStale()
    best.markStale()
  }
  bus.on('vote', markStale)
  bus.on('round', markStale)
  bus.on('nickname', markStale)
  // The erasure of an account withdraws its votes of the open round.
  bus.on('moderation', ({ target }) => {
    if (target === 'user') store.forgetPositions(0)
    markStale()
  })
  bus.onInvalidateAll(() => {
    store.forgetPositions(0)
    markStale()
  })
  bus.on('reaction', ({ kind }) => kind === 'vote' && markStale())
  bus.on('views', ({ votes }) => votes && first.markStale())
  return { first: first.get, best: best.get, list }
}
