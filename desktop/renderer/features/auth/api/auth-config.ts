import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'

/** Who signs people in on this server. */
export function useAuthConfig() {
  const { api, session } = useServices()
  return useQuery(
    queryOptions({
      queryKey: queryKeys.authConfig,
      meta: { isPublic: true },
      queryFn: () => session.call(() => api.auth.config.get()),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
}
