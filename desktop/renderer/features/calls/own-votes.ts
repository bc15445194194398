import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'

function ownVotesQuery({ api, session }: Pick<Services, 'api' | 'session'>, userId: number | null) {
  return queryOptions({
    queryKey: queryKeys.votes.own(userId),
    queryFn: () => session.call(() => api.profile.votes.get({ query: { limit: 10 } })),
    enabled: userId !== null,
    refetchOnWindowFocus: 'always',
  })
}

/** The user's newest votes; disabled for guests. */
export const useOwnVotes = () => useQuery(ownVotesQuery(useServices(), useUser()?.id ?? null))
