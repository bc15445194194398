import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

/** The server reads the figures once a minute, and the price at each request. */
const REFETCH_MS = 30_000

/** The operator's overview. */
export function useOverview() {
  const { api, session } = useServices()
  const userId = useUser()?.id ?? null
  return useQuery({
    queryKey: queryKeys.overview(userId),
    queryFn: () => dataOf(api.admin.overview.get()),
    enabled: () => session.isUser(userId),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
}
