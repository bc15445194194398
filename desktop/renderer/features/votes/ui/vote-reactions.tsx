import { Reactions } from '#desktop/renderer/components/reactions.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useReactToVote } from '#desktop/renderer/features/votes/api/react-to-vote.ts'
import { saveFailureOf } from '#desktop/renderer/features/votes/model/save-failure.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { usePostWords } from './use-post-words.ts'

/** Like and dislike of a vote. */
export function VoteReactions({ vote }: { vote: VoteDetail }) {
  const { p, format } = usePostWords()
  const { analytics } = useServices()
  const isGuest = useUser() === null
  const { mutate, isPending } = useReactToVote(vote.id)

  const react = (reaction: Reaction) => {
    if (isGuest) return showFailure('loginRequired', p('write.loginNeeded'))
    mutate(reaction, {
      onSuccess: () => analytics.track('reaction'),
      onError: (error) => {
        if (saveFailureOf(error) === 'session') return
        showFailure('voteReaction', p('view.reactionFailed'))
      },
    })
  }

  return (
    <Reactions
      likes={vote.likes}
      dislikes={vote.dislikes}
      mine={vote.userReaction}
      isPending={isPending}
      isGuest={isGuest}
      text={{ like: p('view.like'), dislike: p('view.dislike'), count: format.count }}
      onReact={react}
    />
  )
}
