import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import type { DesktopParts } from '#desktop/renderer/platform/desktop-parts.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'

/** Saves some of the app's settings at once, and says when that was not possible; answers whether it was. */
export function useSaveSetting({ writeSettings }: DesktopParts) {
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
