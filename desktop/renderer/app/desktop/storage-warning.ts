import { dismiss, showToast } from '#desktop/renderer/components/toast.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { desktopTexts } from '#shared/i18n/screens/desktop.ts'
import { translator } from '#shared/i18n/text.ts'

const TOAST_MS = 12_000
const ID = 'tokenStorageToast'

/** Says once that a sign-in will not outlive the app, when the system's keychain cannot be used. */
export function showStorageWarning({
  platform,
  language,
}: Pick<Services, 'platform' | 'language'>): void {
  const tokenStorage = platform.desktop?.tokenStorage
  if (!tokenStorage) return
  let wasShown = false
  const show = () => {
    const state = tokenStorage.getState()
    // A keychain that answered late after all.
    if (state === 'keychain') return dismiss(ID)
    if (wasShown) return
    wasShown = true
    const text = translator(desktopTexts, language.store.getState().locale)(`tokenStorage.${state}`)
    showToast({ id: ID, text, tone: 'info' }, TOAST_MS)
  }
  show()
  tokenStorage.subscribe(show)
}
