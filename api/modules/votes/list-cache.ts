import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { FindReply } from '#api/infrastructure/response-cache.ts'
import type { RoundCache } from '#api/modules/rounds/round-cache.ts'
import type { VoteList } from '#shared/contract/votes.ts'
import type { VoteStore } from './store.ts'

/** Filters with the same reply for everybody; `all` is the list without a filter. */
type PublicFilter = 'all' | 'round' | 'notes'

export interface VoteListCache {
  /** The first pages. */
  first: Record<PublicFilter, FindReply>
  /** The most liked votes of the unresolved rounds. */
  best: FindReply
  /** Any page, read from the database. */
  list(filter: PublicFilter, page: number): Promise<PreparedReply>
}

type ListStore = Pick<VoteStore, 'list' | 'listNotes' | 'listRound' | 'best' | 'forgetPositions'>

/** Caches the first pages and the best votes; events that change them mark them stale. */
export function createVoteListCache(
  store: ListStore,
  rounds: RoundCache,
  bus: AppEventBus,
): VoteListCache {
  // Ids start at 1: round 0 has no votes.
  const read: Record<PublicFilter, (page: number) => Promise<VoteList>> = {
    all: store.list,
    notes: store.listNotes,
    round: async (page) => store.listRound((await rounds.live())?.id ?? 0, page),
  }
  const list = async (filter: PublicFilter, page: number) => prepareReply(await read[filter](page))
  const first = {
    all: cached(() => list('all', 1)),
    round: cached(() => list('round', 1)),
    notes: cached(() => list('notes', 1)),
  }
  const best = cached(async () => {
    const [waiting, live] = await Promise.all([rounds.waiting(), rounds.live()])
    return prepareReply(await store.best(waiting?.id ?? 0, live?.id ?? 0))
  })
  const markFirstStale = () => {
    for (const page of Object.values(first)) page.markStale()
  }
  const markStale = () => {
    markFirstStale()
    best.markStale()
  }
  bus.on('vote', ({ voteId, first: isNew }) => {
    // An edit may have added or removed the note.
    if (!isNew) store.forgetPositions(voteId - 1)
    markStale()
  })
  bus.on('round', markStale)
  bus.on('nickname', markStale)
  // The erasure of an account withdraws its votes of the open round.
  bus.on('moderation', ({ target, id }) => {
    if (target !== 'post') store.forgetPositions(target === 'vote' ? id - 1 : 0)
    markStale()
  })
  bus.onInvalidateAll(() => {
    store.forgetPositions(0)
    markStale()
  })
  bus.on('reaction', ({ kind }) => kind === 'vote' && markStale())
  bus.on('views', ({ votes }) => votes && markFirstStale())
  const { all, round, notes } = first
  return { first: { all: all.get, round: round.get, notes: notes.get }, best: best.get, list }
}
