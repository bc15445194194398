import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import styles from './board-head.module.css'
import { BoardTabs } from './board-tabs.tsx'
import { WriteLink } from './write-link.tsx'

interface BoardHeadProps {
  board: BoardType
  /** The name of the place: the heading of the list, a plain line above a post. */
  as: 'h1' | 'p'
}

/** What stands above every list of posts: the boards to choose from, and the way to write. */
export function BoardHead({ board, as: Name }: BoardHeadProps) {
  const t = useTexts(boardsTexts)
  return (
    <div className={styles.head}>
      <Name className={styles.name}>{t('boards.heading')}</Name>
      <BoardTabs board={board} />
      <WriteLink board={board} />
    </div>
  )
}
