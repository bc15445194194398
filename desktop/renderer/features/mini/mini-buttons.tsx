import { CLOSE_ICON, IconButton } from '#desktop/renderer/components/icon-button.tsx'
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
      <IconButton name={t('mini.close')} path={CLOSE_ICON} onClick={close} />
    </div>
  )
}
