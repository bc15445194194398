import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { RichContent } from '#desktop/renderer/components/rich-content.tsx'
import { TextTitle } from '#desktop/renderer/components/text-heading.tsx'
import { isAdmin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { FoldedText } from '#desktop/renderer/features/blocks/folded-text.tsx'
import { useFold } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { HiddenBadge, OwnHidden } from '#desktop/renderer/features/moderation/hidden-content.tsx'
import { ReportButton } from '#desktop/renderer/features/moderation/report-button.tsx'
import { Article } from '#desktop/renderer/features/posts/article.tsx'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { Reactions } from '#desktop/renderer/features/posts/reactions.tsx'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { BoardType, PostDetail, PostList } from '#shared/contract/posts.ts'
import type { ReactionReply } from '#shared/contract/reactions.ts'
import { blocksTexts } from '#shared/i18n/screens/blocks.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { withoutTitle } from '#shared/rules/title.ts'
import { EditLink, PostBadges, PostMeta } from './board-post-row.tsx'
import { PriorityForm } from './priority-fields.tsx'

interface PostArticleProps {
  board: BoardType
  post: PostDetail
  /** Path of what the post was opened from. */
  back: string
}

/** A post with its text, reactions and actions. */
export function PostArticle({ board, post, back }: PostArticleProps) {
  const t = useTexts(boardsTexts)
  const blocks = useTexts(blocksTexts)
  const canEdit = useCanEdit(post)
  const user = useUser()
  const canSetPriority = isAdmin(user) && board === 'notices'
  const fold = useFold(post)
  const title = fold.isFolded
    ? blocks('folded.title', { name: post.nickname })
    : post.title || t('post.untitled')
  return (
    <>
      <TextTitle text={title} />
      <Article
        marks={
          <>
            <PostBadges post={post} />
            {post.hidden && <HiddenBadge />}
          </>
        }
        title={title}
        byline={<PostMeta post={post} edited={post.updated} />}
        reactions={<PostReactions post={post} />}
        actions={
          <>
            <ReportButton
              item={{
                content: { target: 'post', id: post.id },
                author: { id: post.uid, nickname: post.nickname },
              }}
            />
            {canEdit && <EditLink board={board} post={post} />}
            <Link to={back} className={buttonClass('plain')}>
              {t('post.close')}
            </Link>
          </>
        }
      >
        {post.hidden && post.uid === user?.id && (
          <OwnHidden userId={user.id} target="post" id={post.id} />
        )}
        <FoldedText fold={fold}>
          <RichContent html={withoutTitle(post.content, post.title)} />
        </FoldedText>
        {canSetPriority && <PriorityForm key={post.priority} post={post} />}
      </Article>
    </>
  )
}

function PostReactions({ post }: { post: PostDetail }) {
  const t = useTexts(boardsTexts)
  const { api, queries } = useServices()
  const { boardType, id } = post
  const readerId = useUser()?.id ?? null
  const isOwn = post.uid === readerId

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
      ownToast={isOwn ? { id: 'own-post', text: t('post.ownReaction') } : null}
      failureToast={{ id: 'reaction', text: t('post.reactionFailed') }}
      send={(reaction) => dataOf(api.posts({ boardType })({ id }).reaction.post({ reaction }))}
      onReply={onReply}
    />
  )
}
