import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { CONTENT_MAX } from '#shared/html/limits.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './length-note.module.css'

/** From this share of the longest content on, its length is shown. */
const NEAR = 0.8

/** How long the content is, once that begins to matter. */
export function LengthNote({ length }: { length: number }) {
  const t = useTexts(editorTexts)
  const { format } = useLanguage()
  const isOver = length > CONTENT_MAX
  const values = { used: format.count(length), max: format.count(CONTENT_MAX) }
  if (length <= CONTENT_MAX * NEAR) return null
  return (
    <p className={isOver ? styles.over : styles.near} role="status" aria-atomic="false">
      {t(isOver ? 'length.over' : 'length.near', values)}
    </p>
  )
}
