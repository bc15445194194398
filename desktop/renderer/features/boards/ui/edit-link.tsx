import { Link } from 'react-router-dom'
import type { BoardType, PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardEditPath } from '../../../app/paths.ts'
import { buttonClass } from '../../../kit/button.tsx'
import { useTexts } from '../../../platform/texts.ts'
import { prefetchEditor } from '../../editor/rich-editor.tsx'
import { titleOf } from '../model/title-of.ts'

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
