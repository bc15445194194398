import type { RoundCache } from '#api/modules/rounds/round-cache.ts'
import type { BestVotes } from '#shared/contract/posts.ts'
import type { VoteList } from '#shared/contract/votes.ts'
import type { VoteStore } from './store.ts'

/** Filters with the same list for everybody; `all` is the list without a filter. */
type PublicFilter = 'all' | 'round' | 'notes'

type ListStore = Pick<VoteStore, 'list' | 'listNotes' | 'listRound' | 'best'>

export type VoteLists = ReturnType<typeof createVoteLists>

/** Lists of votes that are the same for everybody. */
export function createVoteLists(store: ListStore, rounds: RoundCache) {
  return {
    /** A page of a list, newest first. */
    async page(filter: PublicFilter, page: number): Promise<VoteList> {
      if (filter === 'all') return store.list(page)
      if (filter === 'notes') return store.listNotes(page)
      // Ids start at 1: round 0 has no votes.
      return store.listRound((await rounds.live())?.id ?? 0, page)
    },

    /** The most liked votes of the unresolved rounds. */
    async best(): Promise<BestVotes> {
      const [waiting, live] = await Promise.all([rounds.waiting(), rounds.live()])
      return store.best(waiting?.id ?? 0, live?.id ?? 0)
    },
  }
}
