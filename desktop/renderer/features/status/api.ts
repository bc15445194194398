import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

const REFETCH_MS = 10_000

/** Whether the parts of the site work. Also requested offline: the failure is the answer. */
export function useSystemStatus() {
  const { api } = useServices()
  return useQuery(
    queryOptions({
      queryKey: queryKeys.status,
      queryFn: () => dataOf(api.status.get()),
      staleTime: 0,
      refetchInterval: REFETCH_MS,
    }),
  )
}
