import { Reactions } from '#desktop/renderer/components/reactions.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useReactToPost } from '#desktop/renderer/features/boards/api/react-to-post.ts'
import { useLanguage, useUser } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { PostDetail } from '#shared/contract/posts.ts'
import type { Reaction } from '#shared/contract/reactions.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'

/** The reactions to a post; a guest who tries is told to log in. */
export function PostReactions({ post }: { post: PostDetail }) {
  const t = useTexts(boardsTexts)
  const { format } = useLanguage()
  const isGuest = useUser() === null
  const { mutate, isPending } = useReactToPost(post)

  const react = (reaction: Reaction) => {
    if (isGuest) return showFailure('login-required', t('login.required'))
    mutate(reaction, { onError: () => showFailure('reaction', t('post.reactionFailed')) })
  }
  return (
    <Reactions
      likes={post.likes}
      dislikes={post.dislikes}
      mine={post.userReaction}
      isPending={isPending}
      isGuest={isGuest}
      text={{ like: t('post.like'), dislike: t('post.dislike'), count: format.count }}
      onReact={react}
    />
  )
}
