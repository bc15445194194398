import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/main-session.ts'
import type { OwnWindows } from '#desktop/main/windows/create-windows.ts'
import { type AppCallsOptions, appCalls } from './app-calls.ts'
import { type GateOptions, openGate } from './gate.ts'
import { sessionCalls } from './session-calls.ts'
import { streamCalls } from './stream-calls.ts'
import { tellWindows } from './tell-windows.ts'
import { keepUntoldExpiry } from './untold-expiry.ts'

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
