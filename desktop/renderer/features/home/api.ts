import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

type Client = Pick<Services, 'api'>

const rankersQuery = ({ api }: Client) =>
  queryOptions({
    queryKey: queryKeys.rankers,
    meta: { isPublic: true },
    queryFn: () => dataOf(api.users.rankers.get()),
  })

/** The users with the most points, best first. */
export const useRankers = () => useQuery(rankersQuery(useServices()))

const recentPostsQuery = ({ api }: Client) =>
  queryOptions({
    queryKey: queryKeys.recentPosts,
    meta: { isPublic: true },
    queryFn: () => dataOf(api.posts.recent.get()),
  })

/** The newest posts of the three boards. */
export const useRecentPosts = () => useQuery(recentPostsQuery(useServices()))

const bestVotesQuery = ({ api }: Client) =>
  queryOptions({
    queryKey: queryKeys.bestVotes,
    meta: { isPublic: true },
    queryFn: () => dataOf(api.posts.votesUpcomingNextBests.get()),
  })

/** The most liked votes with a note in rounds that are not settled. */
export const useBestVotes = () => useQuery(bestVotesQuery(useServices()))
