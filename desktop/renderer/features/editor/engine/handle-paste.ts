import { closeHistory } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { escapeMarkup } from '#shared/html/escape.ts'
import type { Sanitize } from '#shared/html/sanitize.ts'
import { CONTENT_MAX, RAW_CONTENT_MAX } from '#shared/rules/content-length.ts'
import { hasVisible, isBlankPost } from '#shared/rules/is-blank.ts'
import { prepareHtml, readHtml } from './html.ts'
import { insertBlock } from './insert.ts'
import type { RichTextEditor } from './schema.ts'

/** Why pasted or dropped data was rejected. */
export type PasteError = 'tooLarge' | 'notPicture' | 'tooLong'

interface PasteOptions {
  sanitize: Sanitize
  onError(error: PasteError): void
}

const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

async function insertPicture(
  editor: RichTextEditor,
  file: File,
  { onError }: PasteOptions,
): Promise<void> {
  if (!PICTURE.test(file.type)) return onError('notPicture')
  // Base64 is a third longer than the file.
  if (file.size * 1.33 > CONTENT_MAX) return onError('tooLarge')
  const url = await readDataUrl(file)
  const space = CONTENT_MAX - readHtml(editor).length
  if (url.length + 64 > space) return onError('tooLarge')
  insertBlock(editor, { type: 'image', props: { url } })
}

function insertText(editor: RichTextEditor, view: EditorView, text: string): void {
  const isCode = view.state.selection.$head.parent.type.spec.code
  const lines = text.replace(/\r\n?/g, '\n')
  if (isCode || !lines.includes('\n'))
    view.dispatch(view.state.tr.insertText(lines).scrollIntoView())
  else editor.pasteHTML(prepareHtml(textToHtml(lines)))
}

/**
 * Inserts pasted or dropped data: HTML sanitized and without foreign styles, plain text line by line, a
 * small picture as a data URL. Returns false when there is nothing to insert.
 */
export function handlePaste(
  editor: RichTextEditor,
  data: DataTransfer,
  options: PasteOptions,
): boolean {
  const view = editor.prosemirrorView
  // Makes it a separate undo step even right after typing.
  view.dispatch(closeHistory(view.state.tr))
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  const files = [...data.files]
  const isCode = view.state.selection.$head.parent.type.spec.code
  if (html !== '' && !isCode) {
    if (html.length > RAW_CONTENT_MAX * 4) {
      options.onError('tooLong')
      return true
    }
    const clean = options.sanitize(removeForeignStyles(html))
    // The HTML of a copied picture may name a file of its program alone.
    if (clean !== '' && (files.length === 0 || !isBlankPost(clean))) {
      editor.pasteHTML(prepareHtml(clean))
      return true
    }
  }
  if (text !== '' && (files.length === 0 || hasVisible(text))) {
    if (text.length > RAW_CONTENT_MAX) options.onError('tooLong')
    else insertText(editor, view, text)
    return true
  }
  for (const file of files) {
    insertPicture(editor, file, options).catch(() => options.onError('notPicture'))
  }
  return html !== '' || files.length > 0
}

/** Moves the cursor to an external drop's position; false for a drag within the text. */
export function moveCursorToDrop(view: EditorView, event: DragEvent): boolean {
  if (view.dragging) return false
  const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (position) {
    const selection = TextSelection.near(view.state.doc.resolve(position.pos))
    view.dispatch(view.state.tr.setSelection(selection))
  }
  return true
}

/** Plain text as HTML, one paragraph per line. */
export function textToHtml(text: string): string {
  return text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => `<p>${escapeMarkup(line)}</p>`)
    .join('')
}

/**
 * Removes event handlers from tags. The sanitizer drops them too, but only after the browser has parsed
 * them, which reports a violation of the content security policy.
 */
export function removeHandlers(html: string): string {
  return html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/[\s"'/]on[a-z]+\s*=/gi, ' data-no='))
}

/**
 * Removes the styles of another page except the alignment, and elements without visible text. HTML copied
 * from this editor, which BlockNote marks, is unchanged.
 */
function removeForeignStyles(html: string): string {
  const body = new DOMParser().parseFromString(removeHandlers(html), 'text/html').body
  for (const hidden of body.querySelectorAll('style, script, title, meta, link')) hidden.remove()
  const isOurs = body.querySelector('[data-style-type], [data-pm-slice]') !== null
  if (!isOurs) {
    for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
      const { textAlign } = element.style
      element.removeAttribute('style')
      if (textAlign) element.style.textAlign = textAlign
    }
  }
  return body.innerHTML
}
