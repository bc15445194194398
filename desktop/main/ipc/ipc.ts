import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { OwnWindows, Windows } from '#desktop/main/windows/windows.ts'
import { type GateOptions, openGate } from './gate.ts'
import { type AppCallsOptions, appCalls, sessionCalls } from './handlers.ts'
import { keepUntoldExpiry } from './pending-session-notice.ts'
import { streamCalls } from './stream-calls.ts'

interface BridgeOptions
  extends Omit<AppCallsOptions, 'untoldExpiry'>,
    Pick<GateOptions, 'ipcMain' | 'warn'> {
  session: MainSession
  market: Market
  windows: OwnWindows
}

/** Joins the windows to the rooms of the main process, both ways. Answers what parts them. */
export function startBridge(options: BridgeOptions): () => void {
  const { ipcMain, warn, session, market, windows } = options
  // A window that thinks the network is back speaks for the session as well.
  const stream = streamCalls(market, session.wake)
  const untoldExpiry = keepUntoldExpiry(session, windows.isHeard)
  const stops = [
    openGate(
      { ipcMain, warn, isOurs: windows.owns },
      { ...appCalls({ ...options, untoldExpiry }), ...sessionCalls(session), ...stream.calls },
    ),
    tellWindows(options),
    stream.stop,
    untoldExpiry.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

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
