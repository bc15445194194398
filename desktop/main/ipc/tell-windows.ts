import type { MainSession } from '../session/main-session.ts'
import type { AppSettings } from '../settings/app-settings.ts'
import type { Windows } from '../windows/windows.ts'

interface TellOptions {
  session: Pick<MainSession, 'onNews'>
  settings: Pick<AppSettings, 'store'>
  windows: Pick<Windows, 'tell' | 'setMini'>
}

/** Tells every window what changed, and opens or closes the mini ticker when that was chosen. */
export function tellWindows({ session, settings, windows }: TellOptions): () => void {
  let wasMiniOpen = settings.store.get().isMiniOpen
  const stopSettings = settings.store.subscribe(() => {
    const now = settings.store.get()
    windows.tell('settings:changed', now)
    // After a hidden start no other choice brings the ticker of last time back.
    if (now.isMiniOpen !== wasMiniOpen) windows.setMini(now.isMiniOpen)
    wasMiniOpen = now.isMiniOpen
  })
  const stopSession = session.onNews((news) => windows.tell('session:changed', news))
  return () => {
    stopSettings()
    stopSession()
  }
}
