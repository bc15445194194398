import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import type { DesktopSettings } from '../../../../bridge/settings.ts'
import { showFailure } from '../../../kit/toast.ts'
import type { DesktopParts } from '../../../platform/desktop-parts.ts'
import { useTexts } from '../../../platform/texts.ts'

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
