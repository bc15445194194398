import { Reactions } from '#desktop/renderer/features/posts/reactions.tsx'
import { accepted } from '#desktop/renderer/features/votes/api/accepted.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { ReactionReply } from '#shared/contract/reactions.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { usePostWords } from './use-post-words.ts'

/** Like and dislike of a vote. */
export function VoteReactions({ vote }: { vote: VoteDetail }) {
  const { p } = usePostWords()
  const { api, session, queries } = useServices()
  const { id } = vote
  const readerId = useUser()?.id ?? null

  const onReply = ({ likes, dislikes, userReaction }: ReactionReply) => {
    queries.setQueryData<VoteDetail>(
      queryKeys.votes.detail(id, readerId),
      (cached) => cached && { ...cached, likes, dislikes, userReaction },
    )
    queries.invalidateQueries({ queryKey: queryKeys.votes.lists })
  }
  return (
    <Reactions
      item={vote}
      text={{ like: p('view.like'), dislike: p('view.dislike') }}
      loginToast={{ id: 'loginRequired', text: p('write.loginNeeded') }}
      failureToast={{ id: 'voteReaction', text: p('view.reactionFailed') }}
      send={async (reaction) =>
        accepted(await session.call(() => api.votes({ id }).reaction.post({ reaction })))
      }
      onReply={onReply}
    />
  )
}
