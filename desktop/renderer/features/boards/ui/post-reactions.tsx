import { Reactions } from '#desktop/renderer/features/posts/reactions.tsx'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { PostDetail, PostList } from '#shared/contract/posts.ts'
import type { ReactionReply } from '#shared/contract/reactions.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'

/** Like and dislike of a post. */
export function PostReactions({ post }: { post: PostDetail }) {
  const t = useTexts(boardsTexts)
  const { api, session, queries } = useServices()
  const { boardType, id } = post
  const readerId = useUser()?.id ?? null

  const onReply = ({ likes, dislikes, userReaction }: ReactionReply) => {
    queries.setQueryData<PostDetail>(
      queryKeys.posts.detail(boardType, id, readerId),
      (cached) => cached && { ...cached, likes, dislikes, userReaction },
    )
    queries.setQueriesData<PostList>(
      { queryKey: queryKeys.posts.lists(boardType) },
      (list) =>
        list && {
          ...list,
          posts: list.posts.map((row) => (row.id === id ? { ...row, likes } : row)),
        },
    )
  }
  return (
    <Reactions
      item={post}
      text={{ like: t('post.like'), dislike: t('post.dislike') }}
      loginToast={{ id: 'login-required', text: t('login.required') }}
      failureToast={{ id: 'reaction', text: t('post.reactionFailed') }}
      send={(reaction) =>
        session.call(() => api.posts({ boardType })({ id }).reaction.post({ reaction }))
      }
      onReply={onReply}
    />
  )
}
