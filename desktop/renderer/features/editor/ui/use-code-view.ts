import { useState } from 'react'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import { readHtml, writeHtml } from '#desktop/renderer/features/editor/engine/html.ts'
import { fromCode, toCode } from '#desktop/renderer/features/editor/model/code-text.ts'
import { withoutHandlers } from '#desktop/renderer/features/editor/model/pasted.ts'
import { makeSanitiser } from '#shared/html/sanitise.ts'

const clean = (code: string) => makeSanitiser(window)(withoutHandlers(code))

/** Switches between the text and its HTML. What was written there comes back through the sanitiser. */
export function useCodeView(editor: RichTextEditor, report: (html: string) => void) {
  const [shown, setShown] = useState<{ first: string; now: string } | null>(null)
  return {
    isOn: shown !== null,
    html: shown?.first ?? '',
    write(code: string) {
      if (shown) setShown({ ...shown, now: code })
      report(fromCode(clean(code)))
    },
    toggle() {
      if (shown === null) {
        const code = toCode(readHtml(editor))
        setShown({ first: code, now: code })
        return
      }
      setShown(null)
      if (shown.now !== shown.first) {
        writeHtml(editor, clean(shown.now))
      }
      requestAnimationFrame(() => editor.focus())
    },
  }
}
