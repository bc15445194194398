import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { AppWindows } from '#desktop/main/windows/windows.ts'
import { type GateOptions, openGate } from './gate.ts'
import { type AppHandlersDeps, appHandlers, sessionHandlers } from './handlers.ts'
import { createPendingSessionNotice } from './pending-session-notice.ts'
import { streamHandlers } from './stream-handlers.ts'

interface IpcDeps
  extends Omit<AppHandlersDeps, 'pendingSessionNotice'>,
    Pick<GateOptions, 'ipcMain' | 'warn'> {
  session: MainSession
  market: Market
  windows: AppWindows
}

/** Registers the IPC handlers and forwards events to the windows. Returns the function that stops. */
export function startIpc(deps: IpcDeps): () => void {
  const { ipcMain, warn, session, market, windows } = deps
  // A window that reports the network wakes the session as well.
  const stream = streamHandlers({ market, windows, onWake: session.wake })
  const pendingSessionNotice = createPendingSessionNotice(session, windows.isMainReady)
  const stops = [
    openGate(
      { ipcMain, warn, isOurs: windows.owns },
      {
        ...appHandlers({ ...deps, pendingSessionNotice }),
        ...sessionHandlers(session),
        ...stream.handlers,
      },
    ),
    forwardEvents(deps),
    stream.stop,
    pendingSessionNotice.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

interface ForwardDeps {
  session: Pick<MainSession, 'onChange'>
  settings: Pick<AppSettings, 'store'>
  windows: Pick<AppWindows, 'send'>
}

/** Sends changes of session and settings to every window. */
export function forwardEvents({ session, settings, windows }: ForwardDeps): () => void {
  const stops = [
    session.onChange((change) => windows.send('session:changed', change)),
    settings.store.subscribe((next) => windows.send('settings:changed', next)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
