import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

const rankersQuery = ({ api, session }: Services) =>
  queryOptions({
    queryKey: queryKeys.rankers,
    meta: { isPublic: true },
    queryFn: () => session.call(() => api.users.rankers.get()),
  })

/** The people with the most points, best first. */
export const useRankers = () => useQuery(rankersQuery(useServices()))
