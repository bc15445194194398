import { dismiss, showToast } from '#desktop/renderer/components/toast.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { desktopTexts } from '#shared/i18n/screens/desktop.ts'
import { translator } from '#shared/i18n/text.ts'

const TOAST_MS = 12_000
const ID = 'tokenStorageToast'

/** Warns once when the sign-in will not survive the app, because the keychain is not usable. */
export function showStorageWarning({
  platform,
  language,
}: Pick<Services, 'platform' | 'language'>): void {
  const tokenStorage = platform.desktop?.tokenStorage
  if (!tokenStorage) return
  let wasShown = false
  const show = () => {
    const state = tokenStorage.getState()
    // The keychain was unlocked late.
    if (state === 'keychain') return dismiss(ID)
    if (wasShown) return
    wasShown = true
    const text = translator(desktopTexts, language.store.getState().locale)(`tokenStorage.${state}`)
    showToast({ id: ID, text, tone: 'info' }, TOAST_MS)
  }
  show()
  tokenStorage.subscribe(show)
}
