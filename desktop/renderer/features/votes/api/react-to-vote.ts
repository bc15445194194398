import { useMutation } from '@tanstack/react-query'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { accepted } from './accepted.ts'
import { voteKey } from './vote-detail.ts'
import { VOTES_KEY } from './vote-keys.ts'

/** Sets or takes back a reaction; the figures of the reply are adopted. */
export function useReactToVote(id: number) {
  const { api, session, queries } = useServices()
  const readerId = useUser()?.id ?? null
  return useMutation({
    mutationFn: async (reaction: Reaction) =>
      accepted(await session.call(() => api.votes({ id }).reaction.post({ reaction }))),
    networkMode: 'always',
    onSuccess: ({ likes, dislikes, userReaction }) => {
      queries.setQueryData<VoteDetail>(
        voteKey(id, readerId),
        (vote) => vote && { ...vote, likes, dislikes, userReaction },
      )
      queries.invalidateQueries({ queryKey: [...VOTES_KEY, 'list'] })
    },
  })
}
