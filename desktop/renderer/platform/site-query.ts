import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { type Services, useServices } from './services.ts'

/** What the operator has set up, the same for every visitor. */
export const siteQuery = ({ api, session }: Pick<Services, 'api' | 'session'>) =>
  queryOptions({
    queryKey: queryKeys.site,
    meta: { isPublic: true },
    queryFn: () => session.call(() => api.site.get()),
    // Settings of the server: they change when it is started again.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What the operator has set up: donation addresses and ad slots. */
export const useSite = () => useQuery(siteQuery(useServices()))
