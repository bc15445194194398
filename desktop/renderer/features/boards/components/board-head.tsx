import { Link, useLocation } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { Tabs } from '#desktop/renderer/components/tabs.tsx'
import { canWrite } from '#desktop/renderer/features/boards/posting.ts'
import { BOARDS } from '#desktop/renderer/features/boards/routing.ts'
import { prefetchEditor } from '#desktop/renderer/features/editor/load-editor.ts'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, boardWritePath } from '#shared/rules/paths.ts'
import styles from './board-head.module.css'

interface BoardHeadProps {
  board: BoardType
  /** The element of the name: a heading above a list, a paragraph above a post. */
  as: 'h1' | 'p'
}

/** The tabs of the boards and the link to the editor. */
export function BoardHead({ board, as: Name }: BoardHeadProps) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const { pathname } = useLocation()
  const user = useUser()
  const tabs = BOARDS.map((tab) => ({
    path: boardPath(tab),
    text: core(`board.${tab}`),
    isSelected: tab === board,
  }))
  return (
    <div className={styles.head}>
      <Name className={styles.name}>{t('boards.heading')}</Name>
      <Tabs label={t('boards.tabs')} tabs={tabs} isPage={boardPath(board) === pathname} />
      {canWrite(board, user) && (
        <Link
          to={boardWritePath(board)}
          data-shortcut="new"
          className={buttonClass('primary')}
          onPointerEnter={prefetchEditor}
          onFocus={prefetchEditor}
        >
          {t('boards.write')}
        </Link>
      )}
    </div>
  )
}
