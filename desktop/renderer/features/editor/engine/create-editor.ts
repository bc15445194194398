import {
  BlockNoteEditor,
  BlockNoteSchema,
  createDividerBlockSpec,
  createExtension,
  createTableBlockSpec,
} from '@blocknote/core'
import { history, redo, undo } from '@tiptap/pm/history'
import type { EditorView } from '@tiptap/pm/view'
import { codeBlock } from './code-block.ts'
import { writeHtml } from './html.ts'
import { mediaBlocks } from './media-blocks.ts'
import { styleSpecs } from './styles.ts'
import { textBlocks } from './text-blocks.ts'

/** How many steps can be undone. */
export const UNDO_DEPTH = 200

const schema = BlockNoteSchema.create({
  blockSpecs: {
    ...textBlocks,
    ...mediaBlocks,
    codeBlock,
    divider: createDividerBlockSpec(),
    table: createTableBlockSpec(),
  },
  styleSpecs,
})

/** The editor with our blocks and styles, whatever draws it. */
export type RichTextEditor = typeof schema.BlockNoteEditor

const deepHistory = createExtension({
  key: 'history',
  prosemirrorPlugins: [history({ depth: UNDO_DEPTH })],
  undoCommand: undo,
  redoCommand: redo,
})

/** The floating interface that BlockNote would bring, and its placeholder with a style sheet of its own. */
const NOT_OURS = [
  'sideMenu',
  'suggestionMenu',
  'formattingToolbar',
  'linkToolbar',
  'filePanel',
  'tableHandles',
  'placeholder',
]

interface EditorOptions {
  /** The text to begin with, sanitised. That beginning cannot be undone. */
  html: string
  label: string
  /** Answers whether the key has been dealt with, or is the browser's. */
  onKey: (view: EditorView, event: KeyboardEvent) => boolean
  /** Told of what is pasted, or dropped from elsewhere; answers whether it was taken. */
  onPaste: (data: DataTransfer) => boolean
  onDrop: (view: EditorView, event: DragEvent) => boolean
}

export function createEditor(options: EditorOptions): RichTextEditor {
  const { html, label, onKey, onPaste, onDrop } = options
  const editor = BlockNoteEditor.create({
    schema,
    animations: false,
    trailingBlock: false,
    disableExtensions: NOT_OURS,
    tables: { headers: true, splitCells: true },
    domAttributes: {
      editor: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        spellcheck: 'true',
      },
    },
    // A click on a link puts the cursor into it; what is written is not a page to browse.
    links: { onClick: () => false },
    pasteHandler: ({ event }) => (event.clipboardData ? onPaste(event.clipboardData) : false),
    _tiptapOptions: {
      injectCSS: false,
      editorProps: { handleDOMEvents: { keydown: onKey, drop: onDrop } },
    },
  })
  if (html !== '') writeHtml(editor, html)
  // A view begins with the plugins that the editor was made with: it takes what is changed from then on.
  editor.onMount(() => {
    editor.unregisterExtension('history')
    editor.registerExtension(deepHistory)
    // Widths of columns are not kept by content, so they cannot be dragged either.
    editor._tiptapEditor.unregisterPlugin('tableColumnResizing')
  })
  return editor
}
