import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'

/** Returns a function that saves settings, shows a failure, and returns whether it succeeded. */
export function useSaveSettings({ writeSettings }: DesktopFeatures) {
  const t = useTexts(desktopSettingsTexts)
  return async (part: Partial<DesktopSettings>): Promise<boolean> => {
    try {
      await writeSettings(part)
      return true
    } catch {
      showFailure('settingToast', t('desktop.notSaved'))
      return false
    }
  }
}
