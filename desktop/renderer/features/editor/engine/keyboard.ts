import { isInTable } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import { clearFormatting, indent, outdent, toggleStyle } from './commands.ts'
import type { RichTextEditor } from './schema.ts'
import { isListItem } from './tool-state.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const mod = isMac ? '⌘' : 'Ctrl'
const alt = isMac ? '⌥' : 'Alt'

/** The shortcuts as they are written on this operating system. */
export const SHORTCUTS = {
  undo: `${mod}+Z`,
  redo: isMac ? '⌘+Shift+Z' : 'Ctrl+Y',
  bold: `${mod}+B`,
  italic: `${mod}+I`,
  underline: `${mod}+U`,
  strike: `${mod}+Shift+S`,
  superscript: `${mod}+.`,
  subscript: `${mod}+,`,
  clear: `${mod}+\\`,
  bulletList: `${mod}+Shift+8`,
  numberedList: `${mod}+Shift+7`,
  indent: 'Tab',
  outdent: 'Shift+Tab',
  link: `${mod}+K`,
  toolbar: `${alt}+F10`,
  headings: `${mod}+${alt}+1, 2, 3`,
  paragraph: `${mod}+${alt}+0`,
  lineBreak: 'Shift+Enter',
  leave: 'Escape, Tab',
  fullscreen: 'Escape',
  markdown: '#, ##, ###, -, 1., >',
} as const

/** Actions outside the text. */
export interface KeyboardActions {
  focusToolbar(): void
  openLink(): void
}

/** Removes one level of indentation from the line of code at the cursor. */
function outdentCode(view: EditorView): void {
  const { $head } = view.state.selection
  const before = $head.parent.textContent.slice(0, $head.parentOffset)
  const start = $head.start() + before.lastIndexOf('\n') + 1
  const line = $head.parent.textContent.slice(before.lastIndexOf('\n') + 1)
  const width = /^(?:\t| {1,2})/.exec(line)?.[0].length ?? 0
  if (width > 0) view.dispatch(view.state.tr.delete(start, start + width))
}

/** Handles Tab in code and lists; false elsewhere, where it moves the focus. */
function handleTab(editor: RichTextEditor, view: EditorView, isBack: boolean): boolean {
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
 * Returns a key handler; true means BlockNote must ignore the event. After Escape the next Tab leaves the
 * text from any block, so there is no keyboard trap. Keys of an IME composition are ignored.
 */
export function createKeyHandler(editor: () => RichTextEditor, actions: KeyboardActions) {
  let isLeaving = false
  return (view: EditorView, event: KeyboardEvent): boolean => {
    if (isComposing(event)) return false
    const wasLeaving = isLeaving
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) isLeaving = event.key === 'Escape'
    if (event.key === 'Escape') return true
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      if (wasLeaving) return true
      if (isInTable(view.state)) return false
      if (handleTab(editor(), view, event.shiftKey)) event.preventDefault()
      return true
    }
    const run = (action: () => void) => {
      event.preventDefault()
      action()
      return true
    }
    if (event.altKey && event.key === 'F10') return run(actions.focusToolbar)
    if (!(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return false
    if (event.key === 'k') return run(actions.openLink)
    if (event.key === '.') return run(() => toggleStyle(editor(), 'superscript'))
    if (event.key === ',') return run(() => toggleStyle(editor(), 'subscript'))
    if (event.key === '\\') return run(() => clearFormatting(editor()))
    return false
  }
}
