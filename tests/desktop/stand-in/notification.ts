import { StrictEmitter } from './strict.ts'

/** Fake of `Notification`. */
export class StandInNotification
  extends StrictEmitter
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
  /** A click by the user. */
  click(): void {
    this.emit('click', {})
  }
}
