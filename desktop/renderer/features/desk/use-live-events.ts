import { useEffect, useMemo, useRef } from 'react'
import { useRecentPosts } from '#desktop/renderer/features/home/api.ts'
import { useRounds } from '#desktop/renderer/features/rounds/api.ts'
import { useVoteList } from '#desktop/renderer/features/votes/api.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { liveEvents } from './live-events.ts'

/** Votes come in bursts; the list is fetched at most once in this time (ms). */
const PAUSE_MS = 1_000
/** Readers do not all fetch at the same moment (ms). */
const JITTER_MS = 150

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
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fetchedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const before = known.current
    known.current = counts
    if (before === undefined || before === counts || pending.current !== undefined) return
    const wait = Math.max(
      Math.random() * JITTER_MS,
      fetchedAt.current + PAUSE_MS - performance.now(),
    )
    pending.current = setTimeout(() => {
      pending.current = undefined
      fetchedAt.current = performance.now()
      const query = { queryKey: VOTES_KEY, exact: true }
      if (document.visibilityState === 'visible') queries.refetchQueries(query)
      else queries.invalidateQueries({ ...query, refetchType: 'none' })
    }, wait)
  }, [counts, queries])
  useEffect(
    () => () => {
      clearTimeout(pending.current)
      pending.current = undefined
    },
    [],
  )
}
