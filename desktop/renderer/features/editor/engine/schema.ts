import { BlockNoteSchema, createDividerBlockSpec, createTableBlockSpec } from '@blocknote/core'
import { mediaBlocks } from './media-blocks.ts'
import { styleSpecs } from './styles.ts'
import { codeBlock, textBlocks } from './text-blocks.ts'

/** The blocks and inline styles that stored HTML can contain. */
export const schema = BlockNoteSchema.create({
  blockSpecs: {
    ...textBlocks,
    ...mediaBlocks,
    codeBlock,
    divider: createDividerBlockSpec(),
    table: createTableBlockSpec(),
  },
  styleSpecs,
})

/** The BlockNote editor with our blocks and styles. */
export type RichTextEditor = typeof schema.BlockNoteEditor
