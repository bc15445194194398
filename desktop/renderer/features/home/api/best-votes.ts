import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

const bestVotesQuery = ({ api, session }: Services) =>
  queryOptions({
    queryKey: ['best-votes'],
    meta: { isPublic: true },
    queryFn: () => session.call(() => api.posts.votesUpcomingNextBests.get()),
  })

/** The most liked votes with a note of the rounds that are not settled yet. */
export const useBestVotes = () => useQuery(bestVotesQuery(useServices()))
