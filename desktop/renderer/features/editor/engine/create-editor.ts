import { BlockNoteEditor, createExtension } from '@blocknote/core'
import { history, redo, undo } from '@tiptap/pm/history'
import type { EditorView } from '@tiptap/pm/view'
import { writeHtml } from './html.ts'
import { type RichTextEditor, schema } from './schema.ts'

/** Number of steps that can be undone. */
const UNDO_DEPTH = 200

const deepHistory = createExtension({
  key: 'history',
  prosemirrorPlugins: [history({ depth: UNDO_DEPTH })],
  undoCommand: undo,
  redoCommand: redo,
})

/** BlockNote's floating interface, which our toolbar replaces, and its placeholder with inline CSS. */
const DISABLED_EXTENSIONS = [
  'sideMenu',
  'suggestionMenu',
  'formattingToolbar',
  'linkToolbar',
  'filePanel',
  'tableHandles',
  'placeholder',
]

/** Attributes of a link that the view does not need and stored HTML must not contain. */
const NO_LINK_ATTRIBUTES = {
  target: null,
  rel: null,
  className: null,
  'data-inline-content-type': null,
}

interface EditorOptions {
  /** The initial text, sanitized. It is no step of the undo history. */
  html: string
  label: string
  /** Returns true when the editor must ignore the key. */
  onKey: (view: EditorView, event: KeyboardEvent) => boolean
  /** Returns true when it handled the pasted data. */
  onPaste: (data: DataTransfer) => boolean
  /** Returns true when it handled the drop. */
  onDrop: (view: EditorView, event: DragEvent) => boolean
}

export function createEditor(options: EditorOptions): RichTextEditor {
  const { html, label, onKey, onPaste, onDrop } = options
  const editor = BlockNoteEditor.create({
    schema,
    animations: false,
    trailingBlock: false,
    disableExtensions: DISABLED_EXTENSIONS,
    tables: { headers: true, splitCells: true },
    domAttributes: {
      editor: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        spellcheck: 'true',
      },
    },
    // A click moves the cursor into the link instead of opening it.
    links: { HTMLAttributes: NO_LINK_ATTRIBUTES, onClick: () => false },
    pasteHandler: ({ event }) => (event.clipboardData ? onPaste(event.clipboardData) : false),
    _tiptapOptions: {
      injectCSS: false,
      editorProps: { handleDOMEvents: { keydown: onKey, drop: onDrop } },
    },
  })
  if (html !== '') writeHtml(editor, html)
  // Plugins can be replaced only once the view exists.
  editor.onMount(() => {
    editor.unregisterExtension('history')
    editor.registerExtension(deepHistory)
    // Stored HTML has no column widths, so columns cannot be resized.
    editor._tiptapEditor.unregisterPlugin('tableColumnResizing')
  })
  return editor
}
