import { isInTable, setCellAttr } from '@tiptap/pm/tables'
import type { RichTextEditor } from './schema.ts'
import { NO_LINE_HEIGHT } from './style-values.ts'
import {
  type Alignment,
  type BlockKind,
  isListItem,
  selectedBlocks,
  type TextBlock,
  type Toggle,
} from './tool-state.ts'

/** Toggles a style of the selection, or of the text typed next. */
export function toggleStyle(editor: RichTextEditor, style: Toggle): void {
  if (style === 'superscript') editor.removeStyles({ subscript: true })
  if (style === 'subscript') editor.removeStyles({ superscript: true })
  editor.toggleStyles({ [style]: true })
}

type ValueStyle = 'textColor' | 'backgroundColor' | 'fontSize'

/** Sets a color or font size of the selection; an empty value removes it. */
export function setStyle(editor: RichTextEditor, style: ValueStyle, value: string): void {
  if (value === '') editor.removeStyles({ [style]: '' })
  else editor.addStyles({ [style]: value })
}

/** Removes all styles of the selected text and its blocks, but no links. */
export function clearFormatting(editor: RichTextEditor): void {
  editor.transact((tr) => {
    const { from, to, empty } = tr.selection
    for (const [name, mark] of Object.entries(editor.pmSchema.marks)) {
      if (name === 'link' || !(name in editor.schema.styleSchema)) continue
      if (empty) tr.removeStoredMark(mark)
      else tr.removeMark(from, to, mark)
    }
    for (const block of selectedBlocks(editor)) {
      if (!('lineHeight' in block.props)) continue
      editor.updateBlock(block, {
        props: {
          textAlignment: 'left',
          lineHeight: NO_LINE_HEIGHT,
          textColor: 'default',
          backgroundColor: 'default',
        },
      })
    }
  })
}

const isTextBlock = ({ type }: TextBlock) =>
  type !== 'table' && type !== 'image' && type !== 'video' && type !== 'divider'

/** Converts the selected blocks to a kind. */
export function setKind(editor: RichTextEditor, kind: BlockKind): void {
  const level = /^heading(\d)$/.exec(kind)?.[1]
  editor.transact(() => {
    for (const block of selectedBlocks(editor).filter(isTextBlock)) {
      if (level) editor.updateBlock(block, { type: 'heading', props: { level: Number(level) } })
      else if (kind === 'paragraph') editor.updateBlock(block, { type: 'paragraph' })
      else if (kind === 'quote') editor.updateBlock(block, { type: 'quote' })
      else if (kind === 'codeBlock') editor.updateBlock(block, { type: 'codeBlock' })
      else if (kind === 'bulletListItem') editor.updateBlock(block, { type: 'bulletListItem' })
      else editor.updateBlock(block, { type: 'numberedListItem' })
    }
  })
}

/** Converts the selected blocks to list items, or back to paragraphs when they are already. */
export function toggleList(
  editor: RichTextEditor,
  kind: 'bulletListItem' | 'numberedListItem',
): void {
  const isList = selectedBlocks(editor).every(({ type }) => type === kind)
  setKind(editor, isList ? 'paragraph' : kind)
}

export function setAlignment(editor: RichTextEditor, textAlignment: Alignment): void {
  if (isInTable(editor.prosemirrorState)) {
    editor.exec(setCellAttr('textAlignment', textAlignment))
    return
  }
  editor.transact(() => {
    for (const block of selectedBlocks(editor)) {
      if ('textAlignment' in block.props) editor.updateBlock(block, { props: { textAlignment } })
    }
  })
}

/** Sets the line height of the selected blocks; an empty value removes it. */
export function setLineHeight(editor: RichTextEditor, lineHeight: string): void {
  editor.transact(() => {
    for (const block of selectedBlocks(editor)) {
      if (!('lineHeight' in block.props)) continue
      editor.updateBlock(block, { props: { lineHeight: lineHeight || NO_LINE_HEIGHT } })
    }
  })
}

/** Nests the selected items one level deeper. Stored HTML nests only lists. */
export function indent(editor: RichTextEditor): boolean {
  const blocks = selectedBlocks(editor)
  const before = blocks[0] && editor.getPrevBlock(blocks[0])
  if (!blocks.every(isListItem) || !before || !isListItem(before)) return false
  editor.nestBlock()
  return true
}

export function outdent(editor: RichTextEditor): boolean {
  if (!selectedBlocks(editor).every(isListItem) || !editor.canUnnestBlock()) return false
  editor.unnestBlock()
  return true
}
