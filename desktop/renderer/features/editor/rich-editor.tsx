import { useEffect, useState } from 'react'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { type EditorViewComponent, loadEditor, loadedEditor } from './load-editor.ts'
import styles from './rich-editor.module.css'

interface RichEditorProps {
  /** The initial text as HTML; read once. */
  initialHtml: string
  /** Height of the text area, px. */
  height: number
  /** Width of a tab in columns. */
  tabSize?: number
  /** Shows eight tools and More; all tools by default. */
  hasFewTools?: boolean
  /** Accessible name of the text area. */
  label: string
  /** While the text is being saved: what is typed after that would be lost. */
  isReadOnly?: boolean
  /** Called with the whole text as HTML after each change. */
  onChange: (html: string) => void
}

/** The editor for formatted text; its chunk is loaded on first use. */
export function RichEditor(props: RichEditorProps) {
  const { height, tabSize = 2, hasFewTools = false, isReadOnly = false, ...rest } = props
  const t = useTexts(editorTexts)
  const [View, setView] = useState<EditorViewComponent | null>(() => loadedEditor() ?? null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    if (View || hasFailed) return
    let isMounted = true
    loadEditor().then(
      (view) => isMounted && setView(() => view),
      () => isMounted && setFailed(true),
    )
    return () => {
      isMounted = false
    }
  }, [View, hasFailed])

  if (View) {
    const sizes = { height, tabSize }
    return <View {...rest} {...sizes} hasFewTools={hasFewTools} isReadOnly={isReadOnly} />
  }
  return (
    <div className={styles.waiting} style={{ minHeight: height }}>
      {hasFailed ? (
        <Failure text={t('editor.failed')} onRetry={() => setFailed(false)} />
      ) : (
        <Loading text={t('editor.loading')} />
      )}
    </div>
  )
}
