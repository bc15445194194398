import { useEffect, useMemo, useRef } from 'react'
import { useRecentPosts } from '#desktop/renderer/features/home/api.ts'
import { useRounds } from '#desktop/renderer/features/rounds/api.ts'
import { useVoteList } from '#desktop/renderer/features/votes/api.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { liveEvents } from './live-events.ts'
import { createSpacedRefetch } from './spaced-refetch.ts'

/** The newest page of votes, the same cached reply for every reader. */
const VOTES_KEY = queryKeys.votes.list('all', 1, null)

/**
 * The newest votes, posts and settlements. Votes are fetched again when the counts of the summary
 * change, posts and settlements after their messages on the live connection.
 */
export function useLiveEvents() {
  const votes = useVoteList({ filter: 'all', page: 1 })
  const posts = useRecentPosts()
  const rounds = useRounds(1)
  useVotesRefetch()
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

/** Fetches the votes after others have voted; a hidden page fetches them when it is seen again. */
function useVotesRefetch(): void {
  const { queries } = useServices()
  const { data: summary } = useSummary()
  const counts = summary && JSON.stringify([summary.target1.votes, summary.target2.votes])
  const known = useRef(counts)
  const refetch = useMemo(() => {
    const query = { queryKey: VOTES_KEY, exact: true }
    return createSpacedRefetch({
      fetch: () =>
        document.visibilityState === 'visible'
          ? queries.refetchQueries(query)
          : queries.invalidateQueries({ ...query, refetchType: 'none' }),
      now: () => performance.now(),
      after: (ms, task) => {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
    })
  }, [queries])

  useEffect(() => {
    const before = known.current
    known.current = counts
    if (before !== undefined && before !== counts) refetch.request()
  }, [counts, refetch])
  useEffect(() => () => refetch.cancel(), [refetch])
}
