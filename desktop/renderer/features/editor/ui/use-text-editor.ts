import { useLayoutEffect, useRef, useState } from 'react'
import {
  createEditor,
  type RichTextEditor,
} from '#desktop/renderer/features/editor/engine/create-editor.ts'
import { createKeys, type KeyTargets } from '#desktop/renderer/features/editor/engine/keys.ts'
import { aimDrop, type Refusal, takeIn } from '#desktop/renderer/features/editor/engine/take-in.ts'
import { makeSanitiser } from '#shared/html/sanitise.ts'

interface TextEditorParts extends KeyTargets {
  initialHtml: string
  label: string
  refuse(why: Refusal): void
}

/** Makes the editor of a text once; the view that draws it puts it on the page. */
export function useTextEditor(parts: TextEditorParts): RichTextEditor {
  const latest = useRef(parts)
  useLayoutEffect(() => {
    latest.current = parts
  })
  const [editor] = useState(() => {
    const sanitise = makeSanitiser(window)
    const intake = { sanitise, refuse: (why: Refusal) => latest.current.refuse(why) }
    const made: RichTextEditor = createEditor({
      html: sanitise(parts.initialHtml),
      label: parts.label,
      onKey: createKeys(() => made, {
        focusToolbar: () => latest.current.focusToolbar(),
        openLink: () => latest.current.openLink(),
      }),
      onPaste: (data) => takeIn(made, data, intake),
      onDrop: (view, event) => {
        if (!event.dataTransfer || !aimDrop(view, event)) return false
        event.preventDefault()
        takeIn(made, event.dataTransfer, intake)
        return true
      },
    })
    return made
  })

  return editor
}
