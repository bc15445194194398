import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

/** The week of the signed-in user. */
export function useOwnWeek(userId: number, week: string) {
  const { api, session } = useServices()
  return useQuery(
    queryOptions({
      queryKey: queryKeys.ownWeek(userId, week),
      queryFn: () => dataOf(api.profile.week.get({ query: { week } })),
      enabled: () => session.isUser(userId),
      staleTime: 0,
    }),
  )
}
