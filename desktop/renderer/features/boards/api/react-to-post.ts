import { useMutation } from '@tanstack/react-query'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { PostDetail, PostList } from '#shared/contract/posts.ts'
import type { Reaction, ReactionReply } from '#shared/contract/reactions.ts'
import { boardKeys } from './keys.ts'

/** Sets or takes back a reaction; the post and its row show what the server answers. */
export function useReactToPost({ boardType, id }: Pick<PostDetail, 'boardType' | 'id'>) {
  const { api, session, queries, analytics } = useServices()
  const viewerId = useUser()?.id ?? null

  const adopt = ({ likes, dislikes, userReaction }: ReactionReply) => {
    queries.setQueryData<PostDetail>(
      boardKeys.post(boardType, id, viewerId),
      (post) => post && { ...post, likes, dislikes, userReaction },
    )
    queries.setQueriesData<PostList>(
      { queryKey: boardKeys.lists(boardType) },
      (list) =>
        list && {
          ...list,
          posts: list.posts.map((post) => (post.id === id ? { ...post, likes } : post)),
        },
    )
  }

  return useMutation({
    networkMode: 'always',
    mutationFn: (reaction: Reaction) =>
      session.call(() => api.posts({ boardType })({ id }).reaction.post({ reaction })),
    onSuccess: (reply) => {
      analytics.track('reaction')
      adopt(reply)
    },
  })
}
