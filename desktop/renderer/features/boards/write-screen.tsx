import { Navigate } from 'react-router-dom'
import { PATHS } from '#shared/rules/paths.ts'
import { useBoard } from './model/use-place.ts'
import { EditorFrame } from './ui/editor-frame.tsx'
import { NewPost } from './ui/new-post.tsx'

/** The editor for a new post. */
export function Component() {
  const board = useBoard()
  if (!board) return <Navigate to={PATHS.home} replace />
  return (
    <EditorFrame board={board} task="editor.new">
      <NewPost key={board} board={board} />
    </EditorFrame>
  )
}
