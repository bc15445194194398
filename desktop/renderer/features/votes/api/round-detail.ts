import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

/** Offers move with the price, a little at a time. */
const REPRICE_MS = 15_000

/** The round of a target (ISO 8601, UTC): its status, its evidence and what a vote is worth now. */
export const roundQuery = ({ api, session }: Services, targetDate: string) =>
  queryOptions({
    queryKey: queryKeys.votes.round(targetDate),
    queryFn: () => session.call(() => api.rounds({ targetDate }).get()),
  })

/** A round as it stands; nothing is asked while its target is not known. */
export function useRound(targetDate: string | null) {
  const services = useServices()
  return useQuery({ ...roundQuery(services, targetDate ?? ''), enabled: targetDate !== null })
}

/** A round whose offers follow the price. */
export function usePricedRound(targetDate: string | null) {
  const services = useServices()
  return useQuery({
    ...roundQuery(services, targetDate ?? ''),
    enabled: targetDate !== null,
    staleTime: REPRICE_MS / 2,
    refetchInterval: REPRICE_MS,
    refetchOnWindowFocus: 'always',
  })
}
