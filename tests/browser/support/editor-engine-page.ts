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
  /** What the editor exports for a text of these blocks. */
  write(blocks: Blocks): string {
    editor.replaceBlocks(editor.document, blocks)
    return readHtml(editor)
  },
  /** What it exports after it has read stored HTML. */
  read(html: string): string {
    writeHtml(editor, html)
    return readHtml(editor)
  },
  /** How long one export takes, in ms, when each time something has changed. */
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
