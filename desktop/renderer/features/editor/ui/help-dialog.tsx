import { useId } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { KEYS } from '#desktop/renderer/features/editor/model/keys.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './help-dialog.module.css'

/** What each line of the help says, and the keys it says it of. */
const LINES = [
  ['help.leave', KEYS.leave],
  ['help.toolbar', KEYS.toolbar],
  ['help.undo', KEYS.undo],
  ['help.redo', KEYS.redo],
  ['tool.bold', KEYS.bold],
  ['tool.italic', KEYS.italic],
  ['tool.underline', KEYS.underline],
  ['tool.strike', KEYS.strike],
  ['tool.superscript', KEYS.superscript],
  ['tool.subscript', KEYS.subscript],
  ['tool.clear', KEYS.clear],
  ['tool.link', KEYS.link],
  ['help.heading', KEYS.headings],
  ['help.paragraph', KEYS.paragraph],
  ['help.bullets', KEYS.bulletList],
  ['help.numbers', KEYS.numberedList],
  ['help.tab', KEYS.indent],
  ['tool.outdent', KEYS.outdent],
  ['help.break', KEYS.lineBreak],
  ['help.markdown', KEYS.markdown],
  ['help.fullscreen', KEYS.fullscreen],
] as const

/** The keys of the editor. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(editorTexts)
  const titleId = useId()
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <div className={styles.help}>
        <h2
          id={titleId}
          className={styles.title}
          tabIndex={-1}
          // The dialog looks for this attribute when it opens: a small one begins at its top, not at its button.
          ref={(title) => title?.setAttribute('autofocus', '')}
        >
          {t('help.title')}
        </h2>
        <dl className={styles.keys}>
          {LINES.map(([key, keys]) => (
            <div key={key} className={styles.line}>
              <dt>{t(key)}</dt>
              <dd>
                <kbd>{keys}</kbd>
              </dd>
            </div>
          ))}
        </dl>
        <div className={styles.buttons}>
          <Button kind="primary" onClick={onClose}>
            {t('dialog.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
