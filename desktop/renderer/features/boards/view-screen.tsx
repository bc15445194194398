import { usePostPlace } from './model/use-place.ts'
import { Away } from './ui/away.tsx'
import { BoardHead } from './ui/board-head.tsx'
import { PostList } from './ui/post-list.tsx'
import { PostView } from './ui/post-view.tsx'

/** A post, and the list of its board below it. */
export function Component() {
  const place = usePostPlace()
  if (!place) return <Away />
  const { board, id } = place
  return (
    <>
      <BoardHead board={board} as="p" />
      <PostView key={`${board} ${id}`} board={board} id={id} />
      <PostList board={board} currentId={id} />
    </>
  )
}
