import { type ComponentType, useEffect, useState } from 'react'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './rich-editor.module.css'
import type { EditorViewProps } from './ui/editor-view.tsx'

interface RichEditorProps {
  /** The text to begin with, as HTML; read once. */
  initialHtml: string
  /** Height of the writing area in px. */
  height: number
  /** Columns of a tab. */
  tabSize?: number
  /** What is written here, for a screen reader. */
  label: string
  /** Told the whole text as HTML after each change. */
  onChange: (html: string) => void
}

type View = ComponentType<EditorViewProps>

let loading: Promise<View> | undefined
let loaded: View | undefined

/** A failed load is forgotten, so that the next one tries again. */
function load(): Promise<View> {
  loading ??= import('./ui/editor-view.tsx').then(
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

/** The editor for formatted texts. It is loaded when it is first shown. */
export function RichEditor({ height, tabSize = 2, ...rest }: RichEditorProps) {
  const t = useTexts(editorTexts)
  const [View, setView] = useState<View | null>(() => loaded ?? null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    if (View || hasFailed) return
    let isShown = true
    load().then(
      (view) => isShown && setView(() => view),
      () => isShown && setFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [View, hasFailed])

  if (View) return <View {...rest} height={height} tabSize={tabSize} />
  return (
    <div className={styles.waiting} style={{ minHeight: height }}>
      {hasFailed ? (
        <Failure
          text={t('editor.failed')}
          retryText={t('editor.retry')}
          onRetry={() => setFailed(false)}
        />
      ) : (
        <Loading text={t('editor.loading')} />
      )}
    </div>
  )
}

/** Begins to load the editor: called when somebody is about to need it. */
export function prefetchEditor(): void {
  load().catch(() => {
    // It is tried again, and a failure said, when the editor is shown.
  })
}
