import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

/** The own profile as the database has it now; one for each person of this browser. */
export const profileQuery = ({ api, session }: Pick<Services, 'api' | 'session'>, userId: number) =>
  queryOptions({
    queryKey: queryKeys.profile(userId),
    queryFn: () => session.call(() => api.profile.get()),
    // Asked at each renewal of the cache: at a logout the page is still there for a moment.
    enabled: () => session.accessToken() !== null,
    staleTime: 0,
  })

export const useProfile = (userId: number) => useQuery(profileQuery(useServices(), userId))
