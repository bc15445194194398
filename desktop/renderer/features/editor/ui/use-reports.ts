import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import { readHtml } from '#desktop/renderer/features/editor/engine/html.ts'
import { mayGrow, storedLength } from '#desktop/renderer/features/editor/model/stored-length.ts'
import { makeSanitiser } from '#shared/html/sanitise.ts'

const JUDGE_AFTER_MS = 250

/**
 * Tells each change of the text, at most once a frame, and at once where the person may go on to save:
 * when the text loses the focus and when a syllable is finished. Reading the text changes nothing in it,
 * so it may happen while a syllable is composed. The returned length is the one that the server judges.
 */
export function useReports(editor: RichTextEditor, onChange: (html: string) => void) {
  const [sanitise] = useState(() => makeSanitiser(window))
  const [length, setLength] = useState(() => storedLength(readHtml(editor), sanitise))
  const judging = useRef(0)
  const latest = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = onChange
  })

  const report = useCallback(
    (html: string) => {
      const judge = () => setLength(storedLength(html, sanitise))
      clearTimeout(judging.current)
      // A long text takes a while to judge: not before the person pauses.
      if (mayGrow(html)) judging.current = window.setTimeout(judge, JUDGE_AFTER_MS)
      else judge()
      latest.current(html)
    },
    [sanitise],
  )
  useEffect(() => () => clearTimeout(judging.current), [])

  useEffect(() => {
    let frame = 0
    const flush = () => {
      if (frame === 0) return
      cancelAnimationFrame(frame)
      frame = 0
      report(readHtml(editor))
    }
    const changed = () => {
      frame ||= requestAnimationFrame(flush)
    }
    const tiptap = editor._tiptapEditor
    tiptap.on('update', changed)
    const text = editor.domElement
    text?.addEventListener('blur', flush)
    text?.addEventListener('compositionend', flush)
    return () => {
      cancelAnimationFrame(frame)
      tiptap.off('update', changed)
      text?.removeEventListener('blur', flush)
      text?.removeEventListener('compositionend', flush)
    }
  }, [editor, report])

  return { length, report }
}
