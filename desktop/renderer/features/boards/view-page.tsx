import { Navigate } from 'react-router-dom'
import { onPage } from '#desktop/renderer/features/posts/list-url.ts'
import { boardPath, PATHS } from '#shared/rules/paths.ts'
import { BoardHead } from './components/board-head.tsx'
import { PostList } from './components/post-list.tsx'
import { PostView } from './post-view.tsx'
import { usePostRoute, useReturnPage } from './routing.ts'

/** A post, and the list of its board below it. */
export function Component() {
  const route = usePostRoute()
  const page = useReturnPage()
  if (!route) return <Navigate to={PATHS.home} replace />
  const { board, id } = route
  return (
    <>
      <BoardHead board={board} as="p" />
      <PostView
        key={`${board} ${id}`}
        board={board}
        id={id}
        back={onPage(boardPath(board), page)}
      />
      <PostList board={board} currentId={id} />
    </>
  )
}
