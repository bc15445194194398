import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { isInTable } from '@tiptap/pm/tables'
import type { RichTextEditor } from './schema.ts'
import { NO_LINE_HEIGHT } from './style-values.ts'

/** A block of the text. */
export type TextBlock = RichTextEditor['document'][number]

/** The blocks in the selection, in document order; at least the one at the cursor. */
export function selectedBlocks(editor: RichTextEditor): TextBlock[] {
  const { doc, selection } = editor.transact((tr) => tr)
  const blocks: TextBlock[] = []
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (node.type.name !== 'blockContainer') return true
    const content = node.firstChild
    // A container also spans its nested items, and the selection may touch only those.
    const isTouched = content !== null && position + 1 + content.nodeSize > selection.from
    const block = isTouched ? editor.getBlock(String(node.attrs.id)) : undefined
    if (block) blocks.push(block)
    return true
  })
  return blocks.length > 0 ? blocks : [editor.getTextCursorPosition().block]
}

export const isListItem = ({ type }: TextBlock) =>
  type === 'bulletListItem' || type === 'numberedListItem'

/** The styles without a value. */
export type Toggle =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'superscript'
  | 'subscript'
  | 'code'

/** The kinds of a text block. */
const BLOCK_KINDS = [
  'paragraph',
  'heading1',
  'heading2',
  'heading3',
  'quote',
  'codeBlock',
  'bulletListItem',
  'numberedListItem',
] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** Toolbar state at the cursor's position. */
export interface ToolState {
  toggles: Readonly<Record<Toggle, boolean>>
  /** Empty where none is set. */
  textColor: string
  backgroundColor: string
  fontSize: string
  lineHeight: string
  /** Null in a table or on media. */
  kind: BlockKind | null
  alignment: Alignment
  isLink: boolean
  isInTable: boolean
  canUndo: boolean
  canRedo: boolean
  canIndent: boolean
  canOutdent: boolean
  isEmpty: boolean
}

function kindOf(block: TextBlock): BlockKind | null {
  const name = block.type === 'heading' ? `heading${block.props.level}` : block.type
  return BLOCK_KINDS.find((kind) => kind === name) ?? null
}

function alignmentOf(editor: RichTextEditor, block: TextBlock): Alignment {
  const { $head } = editor.prosemirrorState.selection
  const inCell = isInTable(editor.prosemirrorState)
  const cell = inCell ? $head.node(-1).attrs.textAlignment : undefined
  const blockAlignment = 'textAlignment' in block.props ? block.props.textAlignment : undefined
  return ALIGNMENTS.find((alignment) => alignment === (cell ?? blockAlignment)) ?? 'left'
}

/** Reads the state at the cursor. Has no side effects, so it is safe during IME composition. */
export function readToolState(editor: RichTextEditor): ToolState {
  const state = editor.prosemirrorState
  const active: Readonly<Record<string, unknown>> = editor.getActiveStyles()
  const isOn = (toggle: Toggle) => active[toggle] === true
  const text = (style: string) => String(active[style] ?? '')
  const block = editor.getTextCursorPosition().block
  const lineHeight = 'lineHeight' in block.props ? block.props.lineHeight : NO_LINE_HEIGHT
  const areItems = selectedBlocks(editor).every(isListItem)
  return {
    toggles: {
      bold: isOn('bold'),
      italic: isOn('italic'),
      underline: isOn('underline'),
      strike: isOn('strike'),
      superscript: isOn('superscript'),
      subscript: isOn('subscript'),
      code: isOn('code'),
    },
    textColor: text('textColor'),
    backgroundColor: text('backgroundColor'),
    fontSize: text('fontSize'),
    lineHeight: lineHeight === NO_LINE_HEIGHT ? '' : lineHeight,
    kind: kindOf(block),
    alignment: alignmentOf(editor, block),
    isLink: editor.getLinkMarkAtPos(state.selection.from) !== undefined,
    isInTable: isInTable(state),
    canUndo: Number(undoDepth(state)) > 0,
    canRedo: Number(redoDepth(state)) > 0,
    canIndent: areItems && isListItem(editor.getPrevBlock(block) ?? block) && editor.canNestBlock(),
    canOutdent: areItems && editor.canUnnestBlock(),
    isEmpty:
      state.doc.textContent === '' && editor.document.length === 1 && block.type === 'paragraph',
  }
}
