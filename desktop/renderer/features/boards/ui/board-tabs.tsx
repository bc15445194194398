import { Link, useLocation } from 'react-router-dom'
import { BOARDS } from '#desktop/renderer/features/boards/model/place.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath } from '#shared/rules/paths.ts'
import styles from './board-tabs.module.css'

/** The three boards, side by side; the one that is shown is marked. */
export function BoardTabs({ board }: { board: BoardType }) {
  const { t } = useLanguage()
  const texts = useTexts(boardsTexts)
  const { pathname } = useLocation()
  return (
    <nav aria-label={texts('boards.tabs')}>
      <ul className={styles.tabs}>
        {BOARDS.map((each) => {
          const current = boardPath(each) === pathname ? 'page' : 'true'
          return (
            <li key={each}>
              <Link to={boardPath(each)} aria-current={each === board ? current : undefined}>
                {t(`board.${each}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
