import { useMemo, useSyncExternalStore } from 'react'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import {
  readToolState,
  type ToolState,
} from '#desktop/renderer/features/editor/engine/tool-state.ts'

const isSame = (one: ToolState, other: ToolState) => JSON.stringify(one) === JSON.stringify(other)

/** What the toolbar shows; it renders again only when that is different, not at each letter. */
export function useToolState(editor: RichTextEditor): ToolState {
  const store = useMemo(() => {
    let shown = readToolState(editor)
    return {
      get: () => shown,
      subscribe(listener: () => void) {
        const look = () => {
          const next = readToolState(editor)
          if (isSame(shown, next)) return
          shown = next
          listener()
        }
        editor._tiptapEditor.on('transaction', look)
        return () => {
          editor._tiptapEditor.off('transaction', look)
        }
      },
    }
  }, [editor])
  return useSyncExternalStore(store.subscribe, store.get)
}
