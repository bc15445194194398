import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'

function ownVotesQuery({ api, session }: Pick<Services, 'api' | 'session'>, userId: number | null) {
  return queryOptions({
    queryKey: queryKeys.votes.own(userId),
    async queryFn() {
      const votes = await dataOf(api.profile.votes.get({ query: { limit: 10 } }))
      // A vote from another device is not in the access token here. Guests do not load the module.
      const { recordLocalVote } = await import('#desktop/renderer/features/votes/eligibility.ts')
      const [newest] = votes
      if (userId !== null && newest) recordLocalVote(userId, Date.parse(newest.created))
      return votes
    },
    enabled: () => session.isUser(userId),
    refetchOnWindowFocus: 'always',
  })
}

/** The user's newest votes; disabled for guests. */
export const useOwnVotes = () => useQuery(ownVotesQuery(useServices(), useUser()?.id ?? null))
