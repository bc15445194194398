import { dismiss, showToast } from '#desktop/renderer/components/toast.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { desktopTexts } from '#shared/i18n/screens/desktop.ts'
import { translator } from '#shared/i18n/text.ts'

const TOAST_MS = 12_000
const ID = 'keepingToast'

/** Says once that a sign-in will not outlive the app, when the system's keychain cannot be used. */
export function tellKeeping({ platform, language }: Pick<Services, 'platform' | 'language'>): void {
  const keeping = platform.desktop?.keeping
  if (!keeping) return
  let isTold = false
  const tell = () => {
    const state = keeping.getState()
    // A keychain that answered late after all.
    if (state === 'kept') return dismiss(ID)
    if (isTold) return
    isTold = true
    const text = translator(desktopTexts, language.store.getState().locale)(`keeping.${state}`)
    showToast({ id: ID, text, tone: 'info' }, TOAST_MS)
  }
  tell()
  keeping.subscribe(tell)
}
