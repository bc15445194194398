import { Navigate } from 'react-router-dom'
import { FeedLink } from '#desktop/renderer/components/feed-link.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { FEED_PATHS, PATHS } from '#shared/rules/paths.ts'
import { BoardHead } from './components/board-head.tsx'
import { PostList } from './components/post-list.tsx'
import { useBoard } from './routing.ts'

/** The posts of a board. */
export function Component() {
  const board = useBoard()
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  if (!board) return <Navigate to={PATHS.home} replace />
  return (
    <>
      <title>{`${t(`boards.title.${board}`)} · ${core('app.name')}`}</title>
      <BoardHead board={board} as="h1" />
      <PostList board={board} />
      {board !== 'frees' && (
        <p>
          <FeedLink path={FEED_PATHS[board]} />
        </p>
      )}
    </>
  )
}
