import type { ComponentType } from 'react'
import { loadModule } from '#desktop/renderer/platform/lazy-module.ts'
import type { EditorViewProps } from './components/editor-view.tsx'

export type EditorViewComponent = ComponentType<EditorViewProps>

let loading: Promise<EditorViewComponent> | undefined
let loaded: EditorViewComponent | undefined

/** The editor's view if its chunk is already loaded. */
export const loadedEditor = (): EditorViewComponent | undefined => loaded

/** The editor; after a newer deployment, which does not have this build's chunk, the page is reloaded. */
export const loadEditor = (): Promise<EditorViewComponent> => loadModule(loadChunk)

/** Loads the editor's chunk once; a failed load is retried by the next call. */
function loadChunk(): Promise<EditorViewComponent> {
  loading ??= import('./components/editor-view.tsx').then(
    ({ EditorView }) => {
      loaded = EditorView
      return EditorView
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Starts loading the editor when the user is about to need it. */
export function prefetchEditor(): void {
  // Without a reload: only RichEditor needs it now.
  loadChunk().catch(() => {
    // RichEditor loads again and shows the failure.
  })
}
