import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { isInTable } from '@tiptap/pm/tables'
import type { RichTextEditor } from './create-editor.ts'
import { selectedBlocks, type TextBlock } from './selected.ts'
import { NO_LINE_HEIGHT } from './text-blocks.ts'

/** The styles that are on or off. */
export const TOGGLES = [
  'bold',
  'italic',
  'underline',
  'strike',
  'superscript',
  'subscript',
  'code',
] as const
export type Toggle = (typeof TOGGLES)[number]

/** What a block of text can be. */
export const BLOCK_KINDS = [
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

/** All that the toolbar shows about the place of the cursor. */
export interface ToolState {
  toggles: Readonly<Record<Toggle, boolean>>
  /** Empty where the text has none of its own. */
  textColour: string
  backgroundColour: string
  fontSize: string
  lineHeight: string
  /** Null in a table or on a picture. */
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

export const isListItem = ({ type }: TextBlock) =>
  type === 'bulletListItem' || type === 'numberedListItem'

function alignmentOf(editor: RichTextEditor, block: TextBlock): Alignment {
  const { $head } = editor.prosemirrorState.selection
  const inCell = isInTable(editor.prosemirrorState)
  const cell = inCell ? $head.node(-1).attrs.textAlignment : undefined
  const own = 'textAlignment' in block.props ? block.props.textAlignment : undefined
  return ALIGNMENTS.find((alignment) => alignment === (cell ?? own)) ?? 'left'
}

/** Looks at the cursor. Changes nothing, so it may be asked at any time, also while a syllable is composed. */
export function readToolState(editor: RichTextEditor): ToolState {
  const state = editor.prosemirrorState
  const active: Readonly<Record<string, unknown>> = editor.getActiveStyles()
  const on = (toggle: Toggle) => active[toggle] === true
  const text = (style: string) => String(active[style] ?? '')
  const block = editor.getTextCursorPosition().block
  const lineHeight = 'lineHeight' in block.props ? block.props.lineHeight : NO_LINE_HEIGHT
  const areItems = selectedBlocks(editor).every(isListItem)
  return {
    toggles: {
      bold: on('bold'),
      italic: on('italic'),
      underline: on('underline'),
      strike: on('strike'),
      superscript: on('superscript'),
      subscript: on('subscript'),
      code: on('code'),
    },
    textColour: text('textColor'),
    backgroundColour: text('backgroundColor'),
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
