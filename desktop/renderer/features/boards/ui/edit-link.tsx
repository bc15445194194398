import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { titleOf } from '#desktop/renderer/features/boards/model/title-of.ts'
import { prefetchEditor } from '#desktop/renderer/features/editor/rich-editor.tsx'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType, PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardEditPath } from '#shared/rules/paths.ts'

interface EditLinkProps {
  board: BoardType
  post: Pick<PostItem, 'id' | 'title'>
}

/** The way to edit an own post: whoever is about to take it gets the editor ahead. */
export function EditLink({ board, post }: EditLinkProps) {
  const t = useTexts(boardsTexts)
  return (
    <Link
      to={boardEditPath(board, post.id)}
      className={buttonClass('plain')}
      aria-label={t('post.editOf', { title: titleOf(post, t) })}
      onPointerEnter={prefetchEditor}
      onFocus={prefetchEditor}
    >
      {t('post.edit')}
    </Link>
  )
}
