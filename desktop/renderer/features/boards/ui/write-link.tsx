import { Link } from 'react-router-dom'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardWritePath } from '../../../app/paths.ts'
import { buttonClass } from '../../../kit/button.tsx'
import { useUser } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
import { prefetchEditor } from '../../editor/rich-editor.tsx'
import { mayWriteOn } from '../model/may-write.ts'

/** The way to a new post; whoever is about to take it gets the editor ahead. */
export function WriteLink({ board }: { board: BoardType }) {
  const t = useTexts(boardsTexts)
  if (!mayWriteOn(board, useUser())) return null
  return (
    <Link
      to={boardWritePath(board)}
      className={buttonClass('primary')}
      onPointerEnter={prefetchEditor}
      onFocus={prefetchEditor}
    >
      {t('boards.write')}
    </Link>
  )
}
