import { StrictEmitter } from './strict.ts'

/** The system's side of the notifications of one start. */
export interface NotificationCenter {
  shown: StandInNotification[]
  /** Error that the system reports instead of showing one, such as for an unsigned app on macOS. */
  failure: string | null
  /** Windows: the callback for activations. */
  activation: ((details: Electron.ActivationArguments) => void) | null
}

/** Fake of `Notification`. */
export class StandInNotification
  extends StrictEmitter
  implements Pick<Electron.Notification, 'id' | 'title' | 'body' | 'show' | 'close' | 'silent'>
{
  readonly id: string
  title: string
  body: string
  silent: boolean
  isShown = false
  readonly options: Electron.NotificationConstructorOptions
  private readonly center: NotificationCenter

  constructor(center: NotificationCenter, options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.center = center
    this.options = options
    this.id = options.id ?? crypto.randomUUID()
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.silent = options.silent ?? false
  }

  show(): void {
    const { failure, shown } = this.center
    if (failure !== null) {
      this.emit('failed', {}, failure)
      return
    }
    shown.push(this)
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
    const activated = { type: 'click', arguments: `type=click&tag=${this.id}` }
    this.center.activation?.(activated)
  }
}
