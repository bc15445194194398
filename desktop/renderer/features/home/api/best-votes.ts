import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

const bestVotesQuery = ({ api, session }: Services) =>
  queryOptions({
    queryKey: queryKeys.bestVotes,
    meta: { isPublic: true },
    queryFn: () => session.call(() => api.posts.votesUpcomingNextBests.get()),
  })

/** The most liked votes with a note of the rounds that are not settled yet. */
export const useBestVotes = () => useQuery(bestVotesQuery(useServices()))
