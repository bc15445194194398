import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  mergeCells,
  splitCell,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import type { RichTextEditor } from './schema.ts'

type NewBlock = Parameters<RichTextEditor['insertBlocks']>[0][number]

/** The top-level block at the cursor. Stored HTML nests only lists. */
function topLevelBlock(editor: RichTextEditor) {
  let block = editor.getTextCursorPosition().block
  for (;;) {
    const parent = editor.getParentBlock(block)
    if (!parent) return block
    block = parent
  }
}

/**
 * Inserts a block after the top-level block at the cursor, or in place of an empty paragraph. The cursor
 * moves to the block that follows, or into an inserted table.
 */
export function insertBlock(editor: RichTextEditor, block: NewBlock): void {
  editor.transact(() => {
    const current = topLevelBlock(editor)
    const isEmpty = current.type === 'paragraph' && current.content.length === 0
    const inserted = isEmpty
      ? editor.replaceBlocks([current], [block]).insertedBlocks[0]
      : editor.insertBlocks([block], current, 'after')[0]
    if (!inserted) return
    const next =
      editor.getNextBlock(inserted) ??
      editor.insertBlocks([{ type: 'paragraph' }], inserted, 'after')[0]
    if (block.type === 'table') editor.setTextCursorPosition(inserted, 'start')
    else if (next) editor.setTextCursorPosition(next, 'start')
  })
}

/** Most rows and columns of the picker. */
export const TABLE_MAX = 10

export interface TableSize {
  rows: number
  columns: number
}

const clamp = (count: number) => Math.min(Math.max(count, 1), TABLE_MAX)

/** The size after an arrow key, Home or End in the picker; null for any other key. */
export function stepSize({ rows, columns }: TableSize, key: string): TableSize | null {
  const steps: Record<string, TableSize> = {
    ArrowRight: { rows, columns: columns + 1 },
    ArrowLeft: { rows, columns: columns - 1 },
    ArrowDown: { rows: rows + 1, columns },
    ArrowUp: { rows: rows - 1, columns },
    Home: { rows, columns: 1 },
    End: { rows, columns: TABLE_MAX },
  }
  const next = steps[key]
  return next ? { rows: clamp(next.rows), columns: clamp(next.columns) } : null
}

export function insertTable(editor: RichTextEditor, { rows, columns }: TableSize): void {
  const row = { cells: Array.from({ length: columns }, () => []) }
  insertBlock(editor, {
    type: 'table',
    content: { type: 'tableContent', rows: Array.from({ length: rows }, () => row) },
  })
}

/** The commands for the table at the cursor; the name is the key of its text. */
export const TABLE_ACTIONS = [
  { name: 'rowAbove', command: addRowBefore },
  { name: 'rowBelow', command: addRowAfter },
  { name: 'columnLeft', command: addColumnBefore },
  { name: 'columnRight', command: addColumnAfter },
  { name: 'headerRow', command: toggleHeaderRow },
  { name: 'headerColumn', command: toggleHeaderColumn },
  { name: 'merge', command: mergeCells },
  { name: 'split', command: splitCell },
  { name: 'deleteRow', command: deleteRow },
  { name: 'deleteColumn', command: deleteColumn },
] as const

/** Removes the table at the cursor. */
export function deleteTable(editor: RichTextEditor): void {
  const { block } = editor.getTextCursorPosition()
  editor.removeBlocks([block])
}

/** The link at the cursor, or the selected text for a new one. */
export function linkAtSelection(editor: RichTextEditor): { text: string; url: string } {
  const found = editor.getLinkMarkAtPos(editor.prosemirrorState.selection.from)
  return found ? { text: found.text, url: found.href } : { text: editor.getSelectedText(), url: '' }
}

/** Links the selection, or changes the link at the cursor. */
export function setLink(editor: RichTextEditor, text: string, url: string): void {
  const at = editor.prosemirrorState.selection.from
  if (editor.getLinkMarkAtPos(at)) editor.editLink(url, text, at)
  else if (text === editor.getSelectedText()) editor.createLink(url)
  else editor.createLink(url, text)
}

/** The complete https URL of a typed picture address; null for one that stored HTML cannot contain. */
export function pictureUrl(typed: string): string | null {
  const text = typed.trim()
  const url = text.startsWith('//') ? `https:${text}` : text
  const withScheme = /^[a-z][a-z\d+.-]*:/i.test(url) ? url : `https://${url}`
  if (text === '' || !URL.canParse(withScheme)) return null
  const parsed = new URL(withScheme)
  const isPlain = parsed.username === '' && parsed.password === '' && parsed.hostname.includes('.')
  return parsed.protocol === 'https:' && isPlain ? parsed.href : null
}
