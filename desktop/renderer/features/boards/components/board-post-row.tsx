import { Link } from 'react-router-dom'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { useFoldedTitle } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { prefetchEditor } from '#desktop/renderer/features/editor/load-editor.ts'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { onPage } from '#desktop/renderer/features/posts/list-url.ts'
import { PostRow } from '#desktop/renderer/features/posts/post-row.tsx'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { BoardType, PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardEditPath, boardViewPath } from '#shared/rules/paths.ts'
import { isImportant } from '#shared/rules/priority.ts'

interface BoardPostRowProps {
  board: BoardType
  post: PostItem
  /** The list page of the row, to which the reader returns. */
  page: number
  isCurrent: boolean
}

/** A post in the list of its board. */
export function BoardPostRow({ board, post, page, isCurrent }: BoardPostRowProps) {
  const t = useTexts(boardsTexts)
  const { format } = useLanguage()
  const canEdit = useCanEdit(post)
  const { title, isFolded } = useFoldedTitle(post, post.title || t('post.untitled'))
  return (
    <PostRow
      id={post.id}
      to={onPage(boardViewPath(board, post.id), page)}
      title={title}
      isSoft={isFolded}
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

/** Author, time and views. `edited` is the time of the last edit, ISO 8601. */
export function PostMeta({ post, edited }: { post: PostItem; edited?: string | null }) {
  const t = useTexts(boardsTexts)
  const { format } = useLanguage()
  const time = edited ?? post.created
  const timeText = format.date(Date.parse(time))
  return (
    <>
      <Author {...post} />
      <time dateTime={time}>{edited ? t('post.edited', { time: timeText }) : timeText}</time>
      <span>{t('post.views', { count: format.count(post.views) })}</span>
    </>
  )
}

/** Marks important notices and the user's own posts. */
export function PostBadges({ post }: { post: Pick<PostItem, 'uid' | 'priority'> }) {
  const t = useTexts(boardsTexts)
  const user = useUser()
  return (
    <>
      {isImportant(post) && <Badge tone="warn">{t('post.important')}</Badge>}
      {user?.id === post.uid && <Badge tone="quiet">{t('post.mine')}</Badge>}
    </>
  )
}

interface EditLinkProps {
  board: BoardType
  post: Pick<PostItem, 'id' | 'title'>
}

export function EditLink({ board, post }: EditLinkProps) {
  const t = useTexts(boardsTexts)
  return (
    <Link
      to={boardEditPath(board, post.id)}
      data-shortcut="edit"
      className={buttonClass('plain')}
      aria-label={t('post.editOf', { title: post.title || t('post.untitled') })}
      onPointerEnter={prefetchEditor}
      onFocus={prefetchEditor}
    >
      {t('post.edit')}
    </Link>
  )
}
