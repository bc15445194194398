import { useMutation } from '@tanstack/react-query'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { accepted } from './accepted.ts'

export interface NewVote {
  /** The target of the round that is meant, ISO 8601, UTC. */
  targetDate: string
  vote: VoteChoice
  /** HTML; the empty string when there is no note. */
  content: string
}

/** Casts a vote. The reply carries the accepted offer and an access token that knows of the vote. */
export function useCreateVote() {
  const { api, session } = useServices()
  return useMutation({
    mutationFn: async (vote: NewVote) => accepted(await session.call(() => api.votes.post(vote))),
    networkMode: 'always',
  })
}
