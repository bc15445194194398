import { isInTable } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { clearFormatting, indent, outdent, toggle } from './commands.ts'
import type { RichTextEditor } from './create-editor.ts'
import { isListItem } from './tool-state.ts'

/** What the keys of the editor reach outside the text. */
export interface KeyTargets {
  focusToolbar(): void
  openLink(): void
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Takes one level of indentation off the line of code with the cursor. */
function outdentCode(view: EditorView): void {
  const { $head } = view.state.selection
  const before = $head.parent.textContent.slice(0, $head.parentOffset)
  const start = $head.start() + before.lastIndexOf('\n') + 1
  const line = $head.parent.textContent.slice(before.lastIndexOf('\n') + 1)
  const width = /^(?:\t| {1,2})/.exec(line)?.[0].length ?? 0
  if (width > 0) view.dispatch(view.state.tr.delete(start, start + width))
}

/** What Tab does to the text; false where it leaves it, as anywhere on a page. */
function tab(editor: RichTextEditor, view: EditorView, isBack: boolean): boolean {
  if (view.state.selection.$head.parent.type.spec.code) {
    if (isBack) outdentCode(view)
    else view.dispatch(view.state.tr.insertText('\t'))
    return true
  }
  if (!isListItem(editor.getTextCursorPosition().block)) return false
  if (isBack) outdent(editor)
  else indent(editor)
  return true
}

/**
 * The keys that are ours. The returned function says whether the editor is to leave the event alone; it
 * has then been dealt with here, or is the browser's. Escape makes the next Tab leave the text wherever
 * the cursor is, so that the keyboard is never caught. Keys of a syllable being composed are nobody's.
 */
export function createKeys(editor: () => RichTextEditor, targets: KeyTargets) {
  let isLeaving = false
  return (view: EditorView, event: KeyboardEvent): boolean => {
    if (event.isComposing || event.keyCode === 229) return false
    const wasLeaving = isLeaving
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) isLeaving = event.key === 'Escape'
    if (event.key === 'Escape') return true
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      if (wasLeaving) return true
      if (isInTable(view.state)) return false
      if (tab(editor(), view, event.shiftKey)) event.preventDefault()
      return true
    }
    const done = (act: () => void) => {
      event.preventDefault()
      act()
      return true
    }
    if (event.altKey && event.key === 'F10') return done(targets.focusToolbar)
    if (!(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return false
    if (event.key === 'k') return done(targets.openLink)
    if (event.key === '.') return done(() => toggle(editor(), 'superscript'))
    if (event.key === ',') return done(() => toggle(editor(), 'subscript'))
    if (event.key === '\\') return done(() => clearFormatting(editor()))
    return false
  }
}
