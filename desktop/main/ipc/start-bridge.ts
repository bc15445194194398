import type { Market } from '../market/market.ts'
import type { MainSession } from '../session/main-session.ts'
import type { OwnWindows } from '../windows/create-windows.ts'
import { type AppCallsOptions, appCalls } from './app-calls.ts'
import { type GateOptions, openGate } from './gate.ts'
import { sessionCalls } from './session-calls.ts'
import { streamCalls } from './stream-calls.ts'
import { tellWindows } from './tell-windows.ts'

interface BridgeOptions extends AppCallsOptions, Pick<GateOptions, 'ipcMain' | 'warn'> {
  session: MainSession
  market: Market
  windows: OwnWindows
}

/** Joins the windows to the rooms of the main process, both ways. Answers what parts them. */
export function startBridge(options: BridgeOptions): () => void {
  const { ipcMain, warn, session, market, windows } = options
  // A window that thinks the network is back speaks for the session as well.
  const stream = streamCalls(market, session.wake)
  const stops = [
    openGate(
      { ipcMain, warn, isOurs: windows.owns },
      { ...appCalls(options), ...sessionCalls(session), ...stream.calls },
    ),
    tellWindows(options),
    stream.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
