import { LoudEmitter } from './loud.ts'

/** Plays `Notification`. */
export class StandInNotification
  extends LoudEmitter
  implements Pick<Electron.Notification, 'title' | 'body' | 'show' | 'close' | 'silent'>
{
  title: string
  body: string
  silent: boolean
  isShown = false
  readonly options: Electron.NotificationConstructorOptions

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.options = options
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.silent = options.silent ?? false
  }

  show(): void {
    this.isShown = true
    this.emit('show', {})
  }
  close(): void {
    this.isShown = false
    this.emit('close', {})
  }
  /** What a person does. */
  click(): void {
    this.emit('click', {})
  }
}
