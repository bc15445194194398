import { useBoard } from './model/use-place.ts'
import { Away } from './ui/away.tsx'
import { EditorFrame } from './ui/editor-frame.tsx'
import { NewPost } from './ui/new-post.tsx'

/** The editor for a new post. */
export function Component() {
  const board = useBoard()
  if (!board) return <Away />
  return (
    <EditorFrame board={board} task="editor.new">
      <NewPost key={board} board={board} />
    </EditorFrame>
  )
}
