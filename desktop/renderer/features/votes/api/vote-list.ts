import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'

const voteListQuery = ({ api, session }: Services, page: number) =>
  queryOptions({
    queryKey: queryKeys.votes.list(page),
    queryFn: () => session.call(() => api.votes.get({ query: { page } })),
    // The page one leaves stays until the next is there.
    placeholderData: keepPreviousData,
  })

/** One page of the votes of all rounds, newest first; pages count from 1. */
export const useVoteList = (page: number) => useQuery(voteListQuery(useServices(), page))
