import { useStore } from 'zustand'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import type { DesktopParts } from '#desktop/renderer/platform/desktop-parts.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './desktop-settings.module.css'

/** Which version this is, and the next one when it is ready. */
export function Update({ desktop }: { desktop: DesktopParts }) {
  const t = useTexts(desktopSettingsTexts)
  const ready = useStore(desktop.update)
  const install = () => {
    desktop.installUpdate().catch(() => showFailure('updateToast', t('desktop.notInstalled')))
  }
  return (
    <div className={styles.version}>
      <p>{t('desktop.version', { version: desktop.version })}</p>
      {ready && (
        <>
          <p>{t('desktop.ready', { version: ready })}</p>
          <Button kind="plain" onClick={install}>
            {t('desktop.install')}
          </Button>
        </>
      )}
    </div>
  )
}
