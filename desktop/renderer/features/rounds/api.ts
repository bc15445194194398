import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { ROUNDS_PAGE_SIZE } from '#shared/contract/endpoints.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'
import { MINUTE_MS, WEEK_MS } from '#shared/rules/time.ts'

/**
 * A page of all rounds, newest first; pages count from 1. The first has the open round and is refetched each
 * minute.
 */
export function useRounds(page: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.rounds.list(page),
    meta: { isPublic: true },
    queryFn: () => dataOf(api.rounds.get({ query: { page } })),
    placeholderData: keepPreviousData,
    refetchInterval: page === 1 && MINUTE_MS,
  })
}

/** The time between two rounds on average. */
const ROUND_GAP_MS = WEEK_MS / 2
/** Pages that reach back as far as the longest chart, 125 days. */
const MAX_PAGES = 2
const NO_ROUNDS: readonly RoundItem[] = []

/**
 * The rounds with a target since `from` (epoch ms), newest first; infinity requests none. `isLoading` until
 * all of them are there.
 */
export function useRoundsSince(from: number): {
  rounds: readonly RoundItem[]
  isLoading: boolean
} {
  const { api, clock } = useServices()
  // The two rounds that are not settled come first.
  const rounds = Math.max(0, Math.ceil((clock.now() - from) / ROUND_GAP_MS)) + 2
  const needed = Math.ceil(rounds / ROUNDS_PAGE_SIZE)
  const pages = Number.isFinite(from) ? Math.min(MAX_PAGES, needed) : 0
  // One query, because useQueries would add to the first download of every screen.
  const { data, isLoading, isPlaceholderData } = useQuery({
    queryKey: queryKeys.rounds.since(pages),
    meta: { isPublic: true },
    queryFn: async () => {
      const numbers = Array.from({ length: pages }, (_, index) => index + 1)
      const replies = await Promise.all(
        numbers.map((page) => dataOf(api.rounds.get({ query: { page } }))),
      )
      return replies.flatMap(({ posts }) => posts)
    },
    enabled: pages > 0,
    placeholderData: keepPreviousData,
  })
  return { rounds: data ?? NO_ROUNDS, isLoading: isLoading || isPlaceholderData }
}

/** Points of the user's own votes by target, null before settlement; empty for a guest. */
export function useOwnRounds(userId: number | null, rounds: readonly RoundItem[]) {
  const { api, session } = useServices()
  const targets = rounds.map(({ targetDate }) => targetDate).join(',')
  const { data } = useQuery({
    queryKey: queryKeys.rounds.own(userId, targets),
    queryFn: () => dataOf(api.rounds.own.get({ query: { targets } })),
    enabled: () => targets !== '' && session.isUser(userId),
  })
  return new Map(data?.map(({ targetDate, points }) => [targetDate, points]))
}
