import type { Frame } from 'playwright'
import { eventOf } from './event.ts'
import type { StandInContents } from './web-contents.ts'
import type { World } from './world.ts'

/** A call from a page to the main process; `close` is that of `window.close()`. */
export type IpcCall = [kind: string, channel: string, args: unknown[]]

/** Passes a call to `ipcMain` with its real sender frame. */
export async function handleIpcCall(
  world: World,
  contents: StandInContents | undefined,
  frame: Frame,
  [kind, channel, args]: IpcCall,
): Promise<{ value?: unknown; error?: string }> {
  if (!contents) return { error: 'this page is no window of the app' }
  if (kind === 'close') {
    for (const window of world.app.windows) if (window.webContents === contents) window.close()
    return {}
  }
  const event = eventOf({
    type: 'frame',
    sender: contents,
    senderFrame: world.frames.of(frame),
    processId: contents.id,
    frameId: 1,
  })
  try {
    if (kind === 'invoke') return { value: await world.ipcMain.answer(event, channel, args) }
    world.ipcMain.emit(channel, event, ...args)
    return {}
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
