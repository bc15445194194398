import type { RichTextEditor } from './create-editor.ts'

type Inserted = Parameters<RichTextEditor['insertBlocks']>[0][number]

/** The block of the first level with the cursor: content nests nothing but lists. */
function outermost(editor: RichTextEditor) {
  let block = editor.getTextCursorPosition().block
  for (;;) {
    const parent = editor.getParentBlock(block)
    if (!parent) return block
    block = parent
  }
}

/**
 * Puts a block behind the first-level one with the cursor, or in its place when that is an empty paragraph, and the
 * cursor into what follows: the text goes on there.
 */
export function insertBlock(editor: RichTextEditor, block: Inserted): void {
  editor.transact(() => {
    const at = outermost(editor)
    const isEmpty = at.type === 'paragraph' && at.content.length === 0
    const placed = isEmpty
      ? editor.replaceBlocks([at], [block]).insertedBlocks[0]
      : editor.insertBlocks([block], at, 'after')[0]
    if (!placed) return
    const next =
      editor.getNextBlock(placed) ??
      editor.insertBlocks([{ type: 'paragraph' }], placed, 'after')[0]
    if (block.type === 'table') editor.setTextCursorPosition(placed, 'start')
    else if (next) editor.setTextCursorPosition(next, 'start')
  })
}

export function insertTable(editor: RichTextEditor, rows: number, columns: number): void {
  const row = { cells: Array.from({ length: columns }, () => []) }
  insertBlock(editor, {
    type: 'table',
    content: { type: 'tableContent', rows: Array.from({ length: rows }, () => row) },
  })
}

/** Takes away the table with the cursor. */
export function deleteTable(editor: RichTextEditor): void {
  const { block } = editor.getTextCursorPosition()
  editor.removeBlocks([block])
}

/** The link at the cursor, or the selected text as the beginning of one. */
export function linkAtSelection(editor: RichTextEditor): { text: string; url: string } {
  const found = editor.getLinkMarkAtPos(editor.prosemirrorState.selection.from)
  return found ? { text: found.text, url: found.href } : { text: editor.getSelectedText(), url: '' }
}

/** Writes a link over the selection, or over the link at the cursor. */
export function setLink(editor: RichTextEditor, text: string, url: string): void {
  const at = editor.prosemirrorState.selection.from
  if (editor.getLinkMarkAtPos(at)) editor.editLink(url, text, at)
  else if (text === editor.getSelectedText()) editor.createLink(url)
  else editor.createLink(url, text)
}
