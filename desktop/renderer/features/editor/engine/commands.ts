import { isInTable, setCellAttr } from '@tiptap/pm/tables'
import type { RichTextEditor } from './create-editor.ts'
import { selectedBlocks, type TextBlock } from './selected.ts'
import { NO_LINE_HEIGHT } from './text-blocks.ts'
import { type Alignment, type BlockKind, isListItem, type Toggle } from './tool-state.ts'

/** Turns a style of the selection, or of what is typed next, on or off. */
export function toggle(editor: RichTextEditor, style: Toggle): void {
  if (style === 'superscript') editor.removeStyles({ subscript: true })
  if (style === 'subscript') editor.removeStyles({ superscript: true })
  editor.toggleStyles({ [style]: true })
}

type Valued = 'textColor' | 'backgroundColor' | 'fontSize'

/** Gives the selection a colour or a size; an empty value takes it back. */
export function setStyle(editor: RichTextEditor, style: Valued, value: string): void {
  if (value === '') editor.removeStyles({ [style]: '' })
  else editor.addStyles({ [style]: value })
}

/** Takes every style off the selected text and every look off its blocks; links stay. */
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

const isText = ({ type }: TextBlock) =>
  type !== 'table' && type !== 'image' && type !== 'video' && type !== 'divider'

/** Makes the selected blocks paragraphs, headings, list items and so on. */
export function setKind(editor: RichTextEditor, kind: BlockKind): void {
  const level = /^heading(\d)$/.exec(kind)?.[1]
  editor.transact(() => {
    for (const block of selectedBlocks(editor).filter(isText)) {
      if (level) editor.updateBlock(block, { type: 'heading', props: { level: Number(level) } })
      else if (kind === 'paragraph') editor.updateBlock(block, { type: 'paragraph' })
      else if (kind === 'quote') editor.updateBlock(block, { type: 'quote' })
      else if (kind === 'codeBlock') editor.updateBlock(block, { type: 'codeBlock' })
      else if (kind === 'bulletListItem') editor.updateBlock(block, { type: 'bulletListItem' })
      else editor.updateBlock(block, { type: 'numberedListItem' })
    }
  })
}

/** Makes the selected blocks items of a list, or paragraphs again when they are that already. */
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

/** Sets the line height of the selected blocks; an empty one takes it back. */
export function setLineHeight(editor: RichTextEditor, lineHeight: string): void {
  editor.transact(() => {
    for (const block of selectedBlocks(editor)) {
      if (!('lineHeight' in block.props)) continue
      editor.updateBlock(block, { props: { lineHeight: lineHeight || NO_LINE_HEIGHT } })
    }
  })
}

/** Nests the selected items one level deeper. Only lists nest: content keeps no other nesting. */
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
