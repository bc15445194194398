import { Navigate } from 'react-router-dom'
import { PATHS } from '#shared/rules/paths.ts'
import { usePostPlace } from './model/use-place.ts'
import { BoardHead } from './ui/board-head.tsx'
import { PostList } from './ui/post-list.tsx'
import { PostView } from './ui/post-view.tsx'

/** A post, and the list of its board below it. */
export function Component() {
  const place = usePostPlace()
  if (!place) return <Navigate to={PATHS.home} replace />
  const { board, id } = place
  return (
    <>
      <BoardHead board={board} as="p" />
      <PostView key={`${board} ${id}`} board={board} id={id} />
      <PostList board={board} currentId={id} />
    </>
  )
}
