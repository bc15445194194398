import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './settings-button.module.css'

const load = () => import('./settings-panel.tsx')

/** Opens the settings. */
export function SettingsButton() {
  const { t } = useLanguage()
  const { module: panel, open, close, prefetchProps } = useLazyModule(load)
  const label = t('header.settings')
  return (
    <>
      <button
        type="button"
        className={styles.button}
        onClick={open}
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        {...prefetchProps}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
          <circle cx="10" cy="4.5" r="2" />
          <circle cx="6" cy="11.5" r="2" />
        </svg>
      </button>
      {panel && <panel.SettingsPanel onClose={close} />}
    </>
  )
}
