import { closeHistory } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { textToHtml, withoutForeignLooks } from '#desktop/renderer/features/editor/model/pasted.ts'
import { CONTENT_MAX, RAW_CONTENT_MAX } from '#shared/html/limits.ts'
import type { Sanitise } from '#shared/html/sanitise.ts'
import type { RichTextEditor } from './create-editor.ts'
import { prepareHtml, readHtml } from './html.ts'
import { insertBlock } from './insert.ts'

/** Why something pasted or dropped was not taken. */
export type Refusal = 'tooLarge' | 'notPicture' | 'tooLong'

interface Intake {
  sanitise: Sanitise
  refuse(why: Refusal): void
}

const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/

function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

async function takePicture(editor: RichTextEditor, file: File, { refuse }: Intake): Promise<void> {
  if (!PICTURE.test(file.type)) return refuse('notPicture')
  // Base64 is a third longer than the file; what cannot fit is not read at all.
  if (file.size * 1.33 > CONTENT_MAX) return refuse('tooLarge')
  const url = await readFile(file)
  const room = CONTENT_MAX - readHtml(editor).length
  if (url.length + 64 > room) return refuse('tooLarge')
  insertBlock(editor, { type: 'image', props: { url } })
}

function takeText(editor: RichTextEditor, view: EditorView, text: string): void {
  const isCode = view.state.selection.$head.parent.type.spec.code
  const lines = text.replace(/\r\n?/g, '\n')
  if (isCode || !lines.includes('\n'))
    view.dispatch(view.state.tr.insertText(lines).scrollIntoView())
  else editor.pasteHTML(prepareHtml(textToHtml(lines)))
}

/**
 * Takes in what was pasted or dropped: HTML through the sanitiser and in our looks, plain text line by
 * line, a small picture as it is. Returns false where there is nothing to take.
 */
export function takeIn(editor: RichTextEditor, data: DataTransfer, intake: Intake): boolean {
  const view = editor.prosemirrorView
  // A step of its own to undo, however soon it follows on typing.
  view.dispatch(closeHistory(view.state.tr))
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  const isCode = view.state.selection.$head.parent.type.spec.code
  if (html !== '' && !isCode) {
    if (html.length > RAW_CONTENT_MAX * 4) {
      intake.refuse('tooLong')
      return true
    }
    const clean = intake.sanitise(withoutForeignLooks(html))
    if (clean !== '') editor.pasteHTML(prepareHtml(clean))
    else if (text !== '') takeText(editor, view, text)
    return true
  }
  if (text !== '') {
    if (text.length > RAW_CONTENT_MAX) intake.refuse('tooLong')
    else takeText(editor, view, text)
    return true
  }
  const files = [...data.files]
  for (const file of files) {
    takePicture(editor, file, intake).catch(() => intake.refuse('notPicture'))
  }
  return files.length > 0
}

/** Puts the cursor where something is dropped from outside; false when it comes from this very text. */
export function aimDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging) return false
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (at) {
    const selection = TextSelection.near(view.state.doc.resolve(at.pos))
    view.dispatch(view.state.tr.setSelection(selection))
  }
  return true
}
