import { onPage } from '#desktop/renderer/components/list-address.ts'
import { titleOf } from '#desktop/renderer/features/boards/model/title-of.ts'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { PostRow } from '#desktop/renderer/features/posts/post-row.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType, PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardViewPath } from '#shared/rules/paths.ts'
import { EditLink } from './edit-link.tsx'
import { PostBadges } from './post-badges.tsx'
import { PostMeta } from './post-meta.tsx'

interface PostItemRowProps {
  board: BoardType
  post: PostItem
  /** The page of the list that the row stands on: reading a post does not lose it. */
  page: number
  isCurrent: boolean
}

/** A post in the list of its board. */
export function PostItemRow({ board, post, page, isCurrent }: PostItemRowProps) {
  const t = useTexts(boardsTexts)
  const { format } = useLanguage()
  const canEdit = useCanEdit(post)
  return (
    <PostRow
      id={post.id}
      to={onPage(boardViewPath(board, post.id), page)}
      title={titleOf(post, t)}
      isCurrent={isCurrent}
      marks={<PostBadges post={post} />}
      meta={
        <>
          <PostMeta post={post} />
          <span>{t('post.likes', { count: format.count(post.likes) })}</span>
        </>
      }
      action={canEdit && <EditLink board={board} post={post} />}
    />
  )
}
