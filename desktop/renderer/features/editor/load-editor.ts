import type { ComponentType } from 'react'
import type { EditorViewProps } from './components/editor-view.tsx'

export type EditorViewComponent = ComponentType<EditorViewProps>

let loading: Promise<EditorViewComponent> | undefined
let loaded: EditorViewComponent | undefined

/** The editor's view if its chunk is already loaded. */
export const loadedEditor = (): EditorViewComponent | undefined => loaded

/** Loads the editor's chunk once; a failed load is retried by the next call. */
export function loadEditor(): Promise<EditorViewComponent> {
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
  loadEditor().catch(() => {
    // RichEditor loads again and shows the failure.
  })
}
