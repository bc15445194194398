import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

const recentPostsQuery = ({ api, session }: Services) =>
  queryOptions({
    queryKey: queryKeys.recentPosts,
    meta: { isPublic: true },
    queryFn: () => session.call(() => api.posts.recent.get()),
  })

/** The newest posts over the three boards. */
export const useRecentPosts = () => useQuery(recentPostsQuery(useServices()))
