import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import {
  insertBlock,
  linkAtSelection,
  setLink,
} from '#desktop/renderer/features/editor/engine/insert.ts'
import { HelpDialog } from './help-dialog.tsx'
import type { DialogName } from './insert-tools.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { VideoDialog } from './video-dialog.tsx'

interface DialogsProps {
  name: DialogName
  editor: RichTextEditor
  onClose: () => void
}

/** The dialog that is open. When it closes the cursor is back in the text, where it was. */
export function Dialogs({ name, editor, onClose }: DialogsProps) {
  const close = () => {
    onClose()
    // After the dialog has given the focus back to its opener.
    requestAnimationFrame(() => editor.focus())
  }
  const andClose =
    <Values extends unknown[]>(act: (...values: Values) => void) =>
    (...values: Values) => {
      act(...values)
      close()
    }
  if (name === 'link') {
    return (
      <LinkDialog
        {...linkAtSelection(editor)}
        onInsert={andClose((text: string, url: string) => setLink(editor, text, url))}
        onRemove={andClose(() => editor.deleteLink(editor.prosemirrorState.selection.from))}
        onClose={close}
      />
    )
  }
  if (name === 'picture') {
    return (
      <PictureDialog
        onInsert={andClose((url: string, alt: string) =>
          insertBlock(editor, { type: 'image', props: { url, alt } }),
        )}
        onClose={close}
      />
    )
  }
  if (name === 'video') {
    return (
      <VideoDialog
        onInsert={andClose((url: string) => insertBlock(editor, { type: 'video', props: { url } }))}
        onClose={close}
      />
    )
  }
  return <HelpDialog onClose={close} />
}
