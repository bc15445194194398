import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './editor-view.module.css'

interface CodeViewProps {
  html: string
  tabSize: number
  onChange: (html: string) => void
}

/** The HTML of the text, to be written by hand. */
export function CodeView({ html, tabSize, onChange }: CodeViewProps) {
  const t = useTexts(editorTexts)
  return (
    <textarea
      className={styles.code}
      aria-label={t('code.label')}
      defaultValue={html}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      style={{ tabSize }}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
