import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { mayWriteOn } from '#desktop/renderer/features/boards/model/may-write.ts'
import { prefetchEditor } from '#desktop/renderer/features/editor/rich-editor.tsx'
import { useUser } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardWritePath } from '#shared/rules/paths.ts'

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
