import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import {
  handlePaste,
  moveCursorToDrop,
  type PasteError,
  removeHandlers,
} from '#desktop/renderer/features/editor/engine/handle-paste.ts'
import {
  fromCode,
  mayGrow,
  readHtml,
  storedLength,
  toCode,
  writeHtml,
} from '#desktop/renderer/features/editor/engine/html.ts'
import {
  createKeyHandler,
  type KeyboardActions,
} from '#desktop/renderer/features/editor/engine/keyboard.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/schema.ts'
import {
  readToolState,
  type ToolState,
} from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { createSanitizer } from '#shared/html/sanitize.ts'

interface EditorOptions extends KeyboardActions {
  initialHtml: string
  label: string
  onPasteError(error: PasteError): void
}

/** Creates the editor once; later options replace only the callbacks. */
export function useEditor(options: EditorOptions): RichTextEditor {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [editor] = useState(() => {
    const sanitize = createSanitizer(window)
    const pasteOptions = {
      sanitize,
      onError: (error: PasteError) => latest.current.onPasteError(error),
    }
    const created: RichTextEditor = createEditor({
      html: sanitize(options.initialHtml),
      label: options.label,
      onKey: createKeyHandler(() => created, {
        focusToolbar: () => latest.current.focusToolbar(),
        openLink: () => latest.current.openLink(),
      }),
      onPaste: (data) => handlePaste(created, data, pasteOptions),
      onDrop: (view, event) => {
        if (!event.dataTransfer || !moveCursorToDrop(view, event)) return false
        event.preventDefault()
        handlePaste(created, event.dataTransfer, pasteOptions)
        return true
      },
    })
    return created
  })
  return editor
}

const isSame = (a: ToolState, b: ToolState) => JSON.stringify(a) === JSON.stringify(b)

/** The toolbar's state; renders only when it differs, not at each key. */
export function useToolState(editor: RichTextEditor): ToolState {
  const store = useMemo(() => {
    let state = readToolState(editor)
    return {
      get: () => state,
      subscribe(listener: () => void) {
        const update = () => {
          const next = readToolState(editor)
          if (isSame(state, next)) return
          state = next
          listener()
        }
        editor._tiptapEditor.on('transaction', update)
        return () => {
          editor._tiptapEditor.off('transaction', update)
        }
      },
    }
  }, [editor])
  return useSyncExternalStore(store.subscribe, store.get)
}

const LENGTH_DELAY_MS = 250

/**
 * Calls `onChange` at most once per frame, and at once at the first change, on blur, on a click, which a
 * shortcut also makes, at the end of an IME composition and when the page is hidden: saves and drafts contain
 * the whole text, and the leave guard knows of it before the next frame. `length` is the length that the
 * server checks.
 */
export function useChanges(editor: RichTextEditor, onChange: (html: string) => void) {
  const [sanitize] = useState(() => createSanitizer(window))
  const [length, setLength] = useState(() => storedLength(readHtml(editor), sanitize))
  const lengthTimer = useRef(0)
  const latest = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = onChange
  })

  const report = useCallback(
    (html: string) => {
      const updateLength = () => setLength(storedLength(html, sanitize))
      clearTimeout(lengthTimer.current)
      // Sanitizing a long text is slow, so it waits for a pause in typing.
      if (mayGrow(html)) lengthTimer.current = window.setTimeout(updateLength, LENGTH_DELAY_MS)
      else updateLength()
      latest.current(html)
    },
    [sanitize],
  )
  useEffect(() => () => clearTimeout(lengthTimer.current), [])

  useEffect(() => {
    let frame = 0
    let isChanged = false
    const flush = () => {
      if (frame === 0) return
      cancelAnimationFrame(frame)
      frame = 0
      report(readHtml(editor))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(flush)
      if (!isChanged) flush()
      isChanged = true
    }
    const tiptap = editor._tiptapEditor
    tiptap.on('update', schedule)
    const text = editor.domElement
    text?.addEventListener('blur', flush)
    text?.addEventListener('compositionend', flush)
    addEventListener('pagehide', flush)
    addEventListener('click', flush, true)
    return () => {
      cancelAnimationFrame(frame)
      tiptap.off('update', schedule)
      text?.removeEventListener('blur', flush)
      text?.removeEventListener('compositionend', flush)
      removeEventListener('pagehide', flush)
      removeEventListener('click', flush, true)
    }
  }, [editor, report])

  return { length, report }
}

const clean = (code: string) => createSanitizer(window)(removeHandlers(code))

/** The code view: shows the text as HTML, and replaces the text by the sanitized HTML on leaving. */
export function useCodeView(editor: RichTextEditor, report: (html: string) => void) {
  const [code, setCode] = useState<{ initial: string; current: string } | null>(null)
  return {
    isOn: code !== null,
    html: code?.initial ?? '',
    write(typed: string) {
      if (code) setCode({ ...code, current: typed })
      report(fromCode(clean(typed)))
    },
    toggle() {
      if (code === null) {
        const initial = toCode(readHtml(editor))
        setCode({ initial, current: initial })
        return
      }
      setCode(null)
      if (code.current !== code.initial) writeHtml(editor, clean(code.current))
      requestAnimationFrame(() => editor.focus())
    },
  }
}
