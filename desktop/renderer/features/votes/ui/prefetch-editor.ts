/** Begins to load the editor for somebody about to write; who only reads never loads it. */
export async function prefetchEditor(): Promise<void> {
  try {
    const editor = await import('#desktop/renderer/features/editor/rich-editor.tsx')
    editor.prefetchEditor()
  } catch {
    // It is loaded, and a failure told, when the editor is shown.
  }
}
