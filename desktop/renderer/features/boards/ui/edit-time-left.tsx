import { timeLeft } from '#desktop/renderer/features/boards/model/time-left.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { useStore } from '#desktop/renderer/platform/store.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import styles from './edit-time-left.module.css'

/** Counts down until a post written at `created` (ISO 8601) can no longer be edited. */
export function EditTimeLeft({ created }: { created: string }) {
  const t = useTexts(boardsTexts)
  const left = timeLeft(created, useStore(useServices().seconds))
  return (
    <div className={styles.left}>
      {left && (
        <p>
          {t('editor.timeLeft')} <b>{left}</b>
        </p>
      )}
      {/* There from the start, so that a screen reader hears what comes into it. */}
      <p role="status" className={styles.over}>
        {!left && t('editor.timeOver')}
      </p>
    </div>
  )
}
