import type { DesktopBridge } from '#desktop/bridge/contract.ts'
import type { StartInfo } from '#desktop/bridge/shapes.ts'

/**
 * Everything that a window needs before the first render, with the changes of session and settings that are
 * sent while the reply is on its way: on a slow computer a session ends in that moment.
 */
export async function readStartInfo(bridge: DesktopBridge): Promise<StartInfo> {
  let changed: Partial<StartInfo> = {}
  const stops = [
    bridge.on('session:changed', ({ expiry, ...session }) => {
      changed = { ...changed, session, ...(expiry && { expiry }) }
    }),
    bridge.on('settings:changed', (settings) => {
      changed = { ...changed, settings }
    }),
  ]
  const info = await bridge.call('app:start')
  for (const stop of stops) stop()
  return { ...info, ...changed }
}
