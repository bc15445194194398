import { usePostPlace } from './model/use-place.ts'
import { Away } from './ui/away.tsx'
import { EditPost } from './ui/edit-post.tsx'
import { EditorFrame } from './ui/editor-frame.tsx'

/** The editor for a post that exists. */
export function Component() {
  const place = usePostPlace()
  if (!place) return <Away />
  const { board, id } = place
  return (
    <EditorFrame board={board} task="editor.edit">
      <EditPost key={`${board} ${id}`} board={board} id={id} />
    </EditorFrame>
  )
}
