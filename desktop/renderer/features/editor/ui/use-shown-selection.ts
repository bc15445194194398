import { ShowSelectionExtension } from '@blocknote/core/extensions'
import { type RefObject, useEffect } from 'react'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'

const KEY = 'tools'

/** Keeps the selection of the text to be seen while its toolbar or one of its dialogs has the focus. */
export function useShownSelection(editor: RichTextEditor, root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = root.current
    const show = (isShown: boolean) =>
      editor.getExtension(ShowSelectionExtension)?.showSelection(isShown, KEY)
    const came = ({ target }: FocusEvent) =>
      show(target instanceof Node && !editor.domElement?.contains(target))
    const went = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) show(false)
    }
    element?.addEventListener('focusin', came)
    element?.addEventListener('focusout', went)
    return () => {
      element?.removeEventListener('focusin', came)
      element?.removeEventListener('focusout', went)
    }
  }, [editor, root])
}
