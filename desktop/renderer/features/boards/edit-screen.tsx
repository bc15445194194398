import { Navigate } from 'react-router-dom'
import { PATHS } from '#shared/rules/paths.ts'
import { usePostPlace } from './model/use-place.ts'
import { EditPost } from './ui/edit-post.tsx'
import { EditorFrame } from './ui/editor-frame.tsx'

/** The editor for a post that exists. */
export function Component() {
  const place = usePostPlace()
  if (!place) return <Navigate to={PATHS.home} replace />
  const { board, id } = place
  return (
    <EditorFrame board={board} task="editor.edit">
      <EditPost key={`${board} ${id}`} board={board} id={id} />
    </EditorFrame>
  )
}
