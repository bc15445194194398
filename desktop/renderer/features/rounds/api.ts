import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { RoundItem } from '#shared/contract/rounds.ts'

/** A page of all rounds, newest first; pages count from 1. */
export function useRounds(page: number) {
  const { api, session } = useServices()
  return useQuery({
    queryKey: queryKeys.rounds.list(page),
    meta: { isPublic: true },
    queryFn: () => session.call(() => api.rounds.get({ query: { page } })),
    placeholderData: keepPreviousData,
  })
}

/** Points of the user's own votes by target, null before settlement; empty for a guest. */
export function useOwnRounds(userId: number | null, rounds: readonly RoundItem[]) {
  const { api, session } = useServices()
  const targets = rounds.map(({ targetDate }) => targetDate).join(',')
  const { data } = useQuery({
    queryKey: queryKeys.rounds.own(userId, targets),
    queryFn: () => session.call(() => api.rounds.own.get({ query: { targets } })),
    // Evaluated per fetch: after a logout the page is still mounted for a moment.
    enabled: () => userId !== null && targets !== '' && session.accessToken() !== null,
  })
  return new Map(data?.map(({ targetDate, points }) => [targetDate, points]))
}
