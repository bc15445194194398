import { useEffect, useMemo } from 'react'
import { useRecentPosts } from '#desktop/renderer/features/home/api.ts'
import { useRounds } from '#desktop/renderer/features/rounds/api.ts'
import { useVoteList } from '#desktop/renderer/features/votes/api.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { VoteList } from '#shared/contract/votes.ts'
import { liveEvents, withNewestVotes } from './live-events.ts'
import { createSpacedRefetch } from './spaced-refetch.ts'

/** The newest page of votes, the same cached reply for every reader. */
const VOTES = { queryKey: queryKeys.votes.list('all', 1, null), exact: true }

/**
 * The newest votes, posts and settlements. Votes come with the summary, posts and settlements are fetched
 * after their messages on the live connection.
 */
export function useLiveEvents() {
  const votes = useVoteList({ filter: 'all', page: 1 })
  const posts = useRecentPosts()
  const rounds = useRounds(1)
  useNewestVotes()
  const lists = { votes: votes.data?.posts, posts: posts.data, rounds: rounds.data?.posts }
  const events = useMemo(
    () => liveEvents({ votes: lists.votes, posts: lists.posts, rounds: lists.rounds }),
    [lists.votes, lists.posts, lists.rounds],
  )
  const queries = [votes, posts, rounds]
  return {
    events,
    isPending: queries.some(({ isPending }) => isPending),
    /** Of the first list that could not be loaded. */
    error: queries.find(({ data, error }) => !data && error)?.error ?? null,
    refetch: () => queries.forEach((query) => void query.refetch()),
  }
}

/**
 * Shows votes as summaries bring them. Fetches the page where that is not possible, as without the live
 * connection; a hidden page fetches it when it is seen again.
 */
function useNewestVotes(): void {
  const { live, queries } = useServices()
  const refetch = useMemo(
    () =>
      createSpacedRefetch({
        fetch: () =>
          document.visibilityState === 'visible'
            ? queries.refetchQueries(VOTES)
            : queries.invalidateQueries({ ...VOTES, refetchType: 'none' }),
        now: () => performance.now(),
        after: (ms, task) => {
          const timer = setTimeout(task, ms)
          return () => clearTimeout(timer)
        },
        random: Math.random,
      }),
    [queries],
  )

  useEffect(() => {
    let known = countsOf(queries.getQueryData<VoteSummary>(queryKeys.summary))
    const unsubscribe = live.onSummary(({ summary, votes }) => {
      const before = known
      known = countsOf(summary)
      if (before === null || before === known) return
      const list = queries.getQueryData<VoteList>(VOTES.queryKey)
      const next = list && votes && withNewestVotes(list, votes)
      if (!next) return refetch.request()
      queries.setQueryData(VOTES.queryKey, next)
      // A reply that is under way may be older.
      if (queries.isFetching(VOTES) > 0) refetch.request()
    })
    return () => {
      unsubscribe()
      refetch.cancel()
    }
  }, [live, queries, refetch])

  useEffect(() => {
    const watch = () => live.watchesVotes.setState(document.visibilityState === 'visible', true)
    watch()
    document.addEventListener('visibilitychange', watch)
    return () => {
      document.removeEventListener('visibilitychange', watch)
      live.watchesVotes.setState(false, true)
    }
  }, [live])
}

const countsOf = (summary: VoteSummary | undefined): string | null =>
  summary ? JSON.stringify([summary.target1.votes, summary.target2.votes]) : null
