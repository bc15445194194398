import { BlockNoteViewRaw, useBlockNoteContext } from '@blocknote/react'
import { useLayoutEffect } from 'react'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'

interface TextViewProps {
  editor: RichTextEditor
  className: string | undefined
}

/** Takes back that a list of suggestions opens while somebody writes: none of BlockNote's is shown. */
function NoSuggestions() {
  const setProps = useBlockNoteContext()?.setContentEditableProps
  useLayoutEffect(() => {
    setProps?.({ 'aria-autocomplete': undefined, 'aria-haspopup': undefined })
  }, [setProps])
  return null
}

/** The text itself: BlockNote's raw view, without any interface of its own. */
export function TextView({ editor, className }: TextViewProps) {
  return (
    <BlockNoteViewRaw
      editor={editor}
      className={className}
      formattingToolbar={false}
      linkToolbar={false}
      slashMenu={false}
      emojiPicker={false}
      sideMenu={false}
      filePanel={false}
      tableHandles={false}
      comments={false}
    >
      <NoSuggestions />
    </BlockNoteViewRaw>
  )
}
