import { useId } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { SHORTCUTS } from '#desktop/renderer/features/editor/engine/keyboard.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './help-dialog.module.css'

/** The text key and the shortcut of each line. */
const LINES = [
  ['help.leave', SHORTCUTS.leave],
  ['help.toolbar', SHORTCUTS.toolbar],
  ['help.undo', SHORTCUTS.undo],
  ['help.redo', SHORTCUTS.redo],
  ['tool.bold', SHORTCUTS.bold],
  ['tool.italic', SHORTCUTS.italic],
  ['tool.underline', SHORTCUTS.underline],
  ['tool.strike', SHORTCUTS.strike],
  ['tool.superscript', SHORTCUTS.superscript],
  ['tool.subscript', SHORTCUTS.subscript],
  ['tool.clear', SHORTCUTS.clear],
  ['tool.link', SHORTCUTS.link],
  ['help.heading', SHORTCUTS.headings],
  ['help.paragraph', SHORTCUTS.paragraph],
  ['help.bullets', SHORTCUTS.bulletList],
  ['help.numbers', SHORTCUTS.numberedList],
  ['help.tab', SHORTCUTS.indent],
  ['tool.outdent', SHORTCUTS.outdent],
  ['help.break', SHORTCUTS.lineBreak],
  ['help.markdown', SHORTCUTS.markdown],
  ['help.fullscreen', SHORTCUTS.fullscreen],
] as const

/** The keyboard shortcuts. */
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
          // Focused on opening, so that a small window shows the top and not the button.
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
