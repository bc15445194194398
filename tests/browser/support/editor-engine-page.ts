import { createEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import { readHtml, writeHtml } from '#desktop/renderer/features/editor/engine/html.ts'

/** Runs in the browser: the editor's engine without its interface. */
const editor = createEditor({
  html: '',
  label: 'text',
  onKey: () => false,
  onPaste: () => false,
  onDrop: () => false,
})

type Blocks = Parameters<typeof editor.replaceBlocks>[1]

const engine = {
  /** The HTML export of these blocks. */
  write(blocks: Blocks): string {
    editor.replaceBlocks(editor.document, blocks)
    return readHtml(editor)
  },
  /** The HTML export after reading stored HTML. */
  read(html: string): string {
    writeHtml(editor, html)
    return readHtml(editor)
  },
  /** Mean duration of an export in ms, with a change before each. */
  time(html: string, times: number): number {
    writeHtml(editor, html)
    const started = performance.now()
    for (let i = 0; i < times; i++) {
      editor.transact((tr) => tr.insertText('x', 3))
      readHtml(editor)
    }
    return (performance.now() - started) / times
  },
}

export type Engine = typeof engine
Object.assign(globalThis, { engine })
