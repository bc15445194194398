import { readToast, renderMarkup } from './notification-text.ts'
import type { SystemOptions } from './played-system.ts'
import { StrictEmitter } from './strict.ts'

/** The system's side of the notifications of one start. */
export class NotificationCenter {
  readonly shown: StandInNotification[] = []
  /** Error that the system reports instead of showing one, such as for an unsigned app on macOS. */
  failure: string | null = null
  /** Windows: the callback for activations. */
  activation: ((details: Electron.ActivationArguments) => void) | null = null
  /** Windows: whether the system finds the class of a click (`notification_presenter_win.cc`, `Create`). */
  isRegistered = false
  readonly system: () => NonNullable<SystemOptions['system']>

  constructor(system: NotificationCenter['system']) {
    this.system = system
  }
  /** Windows: a click in the notification center, with the arguments of the toast. */
  activate(launch: string): void {
    if (this.isRegistered) this.activation?.({ type: 'click', arguments: launch })
  }
}

/** Fake of `Notification`; title, body and sound are those that the system shows and plays. */
export class StandInNotification
  extends StrictEmitter
  implements Pick<Electron.Notification, 'id' | 'title' | 'body' | 'show' | 'close' | 'silent'>
{
  readonly id: string
  title: string
  body: string
  silent: boolean
  isShown = false
  /** Windows: the arguments of a click. A toast that Electron generates has no `launch` (electron#51286). */
  readonly launch: string = ''
  readonly options: Electron.NotificationConstructorOptions
  private readonly center: NotificationCenter

  constructor(center: NotificationCenter, options: Electron.NotificationConstructorOptions = {}) {
    super()
    center.isRegistered = true
    this.center = center
    this.options = options
    this.id = options.id ?? crypto.randomUUID()
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.silent = options.silent ?? false
    const system = center.system()
    if (system === 'linux') this.body = renderMarkup(this.body)
    // It takes the place of everything else but the id (`windows_toast_notification.cc`, `CreateToastXmlDocument`).
    if (system === 'win32' && options.toastXml) Object.assign(this, readToast(options.toastXml))
  }

  /** Closes it first if it is shown already, as in `electron_api_notification.cc`. */
  show(): void {
    if (this.isShown) this.close()
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
    this.center.activate(this.launch)
  }
  /** The user closes it. macOS reports that for a category only, which `cocoa_notification.mm` makes for these. */
  dismiss(): void {
    const { actions = [], hasReply, closeButtonText } = this.options
    const hasCategory = actions.length > 0 || hasReply || closeButtonText
    if (this.center.system() !== 'darwin' || hasCategory) this.close()
    else this.isShown = false
  }
}
