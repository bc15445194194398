import type { BoardType, PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardViewPath } from '../../../app/paths.ts'
import { onPage } from '../../../kit/list-address.ts'
import { PostRow } from '../../../kit/post-row.tsx'
import { useLanguage } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
import { titleOf } from '../model/title-of.ts'
import { useCanEdit } from '../model/use-can-edit.ts'
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
