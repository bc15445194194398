import { Link, useLocation } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { canWrite } from '#desktop/renderer/features/boards/permissions.ts'
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
  return (
    <div className={styles.head}>
      <Name className={styles.name}>{t('boards.heading')}</Name>
      <nav aria-label={t('boards.tabs')}>
        <ul className={styles.tabs}>
          {BOARDS.map((tab) => {
            const current = boardPath(tab) === pathname ? 'page' : 'true'
            return (
              <li key={tab}>
                <Link to={boardPath(tab)} aria-current={tab === board ? current : undefined}>
                  {core(`board.${tab}`)}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      {canWrite(board, user) && (
        <Link
          to={boardWritePath(board)}
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
