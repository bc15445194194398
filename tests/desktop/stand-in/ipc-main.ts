import { StrictEmitter } from './strict.ts'

type Handler = Parameters<Electron.IpcMain['handle']>[1]

/** Fake of `ipcMain`. */
export class StandInIpcMain
  extends StrictEmitter
  implements Pick<Electron.IpcMain, 'handle' | 'handleOnce' | 'removeHandler'>
{
  private readonly handlers = new Map<string, Handler>()

  /** As in `lib/browser/ipc-main-impl.ts`: a page's message named "error" must not throw. */
  constructor() {
    super()
    this.on('error', () => {})
  }

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    this.handlers.set(channel, handler)
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** Registered channels. */
  channels(): string[] {
    return [...this.handlers.keys()].sort()
  }

  /** A call from a frame; errors reach it in Electron's format. */
  async answer(event: object, channel: string, args: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel)
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      return structuredClone(await Reflect.apply(handler, this, [event, ...args]))
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${error}`)
    }
  }
}
