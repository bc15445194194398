import { usePartFailure } from '#desktop/renderer/components/part-failure.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { usePart } from '#desktop/renderer/platform/use-part.ts'
import styles from './settings-button.module.css'

const load = () => import('./settings-panel.tsx')

/** The gear, which opens the settings. */
export function SettingsButton() {
  const { t } = useLanguage()
  const { part, open, close, intent } = usePart(load, usePartFailure())
  const label = t('header.settings')
  return (
    <>
      <button
        type="button"
        className={styles.picker}
        onClick={open}
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        {...intent}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
          <circle cx="10" cy="4.5" r="2" />
          <circle cx="6" cy="11.5" r="2" />
        </svg>
      </button>
      {part && <part.SettingsPanel onClose={close} />}
    </>
  )
}
