import type { MainSession } from '#desktop/main/session/main-session.ts'
import type { AppSettings } from '#desktop/main/settings/app-settings.ts'
import type { Windows } from '#desktop/main/windows/windows.ts'

interface TellOptions {
  session: Pick<MainSession, 'onNews'>
  settings: Pick<AppSettings, 'store'>
  windows: Pick<Windows, 'tell'>
}

/** Tells every window when the session or a setting changed. */
export function tellWindows({ session, settings, windows }: TellOptions): () => void {
  const stops = [
    session.onNews((news) => windows.tell('session:changed', news)),
    settings.store.subscribe(() => windows.tell('settings:changed', settings.store.getState())),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
