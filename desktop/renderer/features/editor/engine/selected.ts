import type { RichTextEditor } from './create-editor.ts'

/** A block of the text. */
export type TextBlock = RichTextEditor['document'][number]

/** The blocks the selection touches, in the order of the text; the one with the cursor at least. */
export function selectedBlocks(editor: RichTextEditor): TextBlock[] {
  const { doc, selection } = editor.transact((tr) => tr)
  const found: TextBlock[] = []
  doc.nodesBetween(selection.from, selection.to, (node, at) => {
    if (node.type.name !== 'blockContainer') return true
    const content = node.firstChild
    // A container also spans the items nested in it, which the selection may reach alone.
    const isTouched = content !== null && at + 1 + content.nodeSize > selection.from
    const block = isTouched ? editor.getBlock(String(node.attrs.id)) : undefined
    if (block) found.push(block)
    return true
  })
  return found.length > 0 ? found : [editor.getTextCursorPosition().block]
}
