import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { parseSeenVotes, seenVotesKey, updatedRecord, writeSeenVotes } from './settled-votes.ts'

function ownVotesQuery({ api, session }: Pick<Services, 'api' | 'session'>, userId: number | null) {
  return queryOptions({
    queryKey: queryKeys.votes.own(userId),
    async queryFn() {
      const votes = await dataOf(api.profile.votes.get({ query: { limit: 10 } }))
      const [newest] = votes
      const state = session.state.getState()
      const known = state.status === 'user' ? state.user.lastVoteTime : Number.POSITIVE_INFINITY
      // The access token lacks a vote from another device until it is renewed.
      if (newest && Date.parse(newest.created) > known) {
        await session.renew(session.accessToken() ?? '')
      }
      return votes
    },
    enabled: () => session.isUser(userId),
    refetchOnWindowFocus: 'always',
  })
}

/** The user's newest votes; disabled for guests. */
export const useOwnVotes = () => useQuery(ownVotesQuery(useServices(), useUser()?.id ?? null))

/** Records the open calls, so that the next visit knows which results are new. */
export function useRecordVisit() {
  const { platform, clock } = useServices()
  const userId = useUser()?.id ?? null
  const { data: votes } = useOwnVotes()
  useEffect(() => {
    if (userId === null || !votes) return
    const record = parseSeenVotes(platform.preferences.read(seenVotesKey(userId)))
    writeSeenVotes(platform.preferences, userId, updatedRecord(record, votes, clock.now()))
  }, [platform, clock, userId, votes])
}
