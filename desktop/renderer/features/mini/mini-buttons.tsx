import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './mini-ticker.module.css'

/** Opens the main window; closes the ticker. */
export function WindowButtons({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(miniTexts)
  const close = () => {
    // The setting closes the window in the main process; without it the window closes itself.
    desktop.writeSettings({ isMiniOpen: false }).catch(() => window.close())
  }
  return (
    <div className={styles.buttons}>
      <IconButton
        name={t('mini.open')}
        path="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5"
        onClick={() => desktop.openMainWindow(PATHS.home)}
      />
      <IconButton name={t('mini.close')} path="m4 4 8 8M12 4l-8 8" onClick={close} />
    </div>
  )
}

interface IconButtonProps {
  name: string
  /** SVG path in a box of 16. */
  path: string
  onClick: () => void
}

function IconButton({ name, path, onClick }: IconButtonProps) {
  return (
    <button type="button" onClick={onClick} title={name} aria-label={name}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
