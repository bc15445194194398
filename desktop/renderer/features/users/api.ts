import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

/** The track record of a person, by unique code. */
export function useTrackRecord(code: string) {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.users.record(code),
    meta: { isPublic: true },
    queryFn: () => dataOf(api.users({ code }).get()),
  })
}

/** A page of somebody's votes, newest first; pages count from 1. */
export function useUserVotes(code: string, page: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKeys.users.votes(code, page),
    meta: { isPublic: true },
    queryFn: () => dataOf(api.users({ code }).votes.get({ query: { page } })),
    placeholderData: keepPreviousData,
  })
}
