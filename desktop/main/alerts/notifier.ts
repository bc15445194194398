import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { NotificationConstructorOptions } from 'electron'
import type { Log } from '#desktop/main/log/log.ts'
import type { Notice } from './alert.ts'

/** The part of Electron's Notification that is used. */
interface Shown {
  readonly id: string
  on(event: 'click', listener: () => void): unknown
  on(event: 'failed', listener: (event: unknown, error: string) => void): unknown
  show(): void
  close(): void
}

/** The part of the Notification class that is used. */
export interface NotificationClass {
  isSupported(): boolean
  /** Windows: calls back for each activation, also for one that started the app. */
  handleActivation(callback: (details: { arguments: string }) => void): void
  /** macOS: the notifications in the notification center. */
  getHistory(): Promise<Shown[]>
  new (options: NotificationConstructorOptions): Shown
}

interface NotifierDeps {
  Notification: NotificationClass
  /** Shows the main window at a path. */
  show: (path: string) => void
  /** Whether a window of the app has the focus; notifications are silent then. */
  hasFocus: () => boolean
  log: Pick<Log, 'warn'>
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** Epoch milliseconds. */
  now: () => number
}

/** Maximum number of notifications that stay clickable. */
const MAX_CLICKABLE = 20

/** Path and run of an id such as `/vote~mabc12.3`. */
const ID = /^(\/(?![/\\])[\w/-]*)~(\w+)\.\d+$/

const Clicked = Type.Object({ identifier: Type.String() })

/** Path of the notification whose click started the app on macOS, from `launchInfo` of `ready`; or null. */
export function pathOfLaunch(launchInfo: unknown): string | null {
  return Check(Clicked, launchInfo) ? (ID.exec(launchInfo.identifier)?.[1] ?? null) : null
}

/**
 * Opens notifications of an earlier run, which ended without closing them. Returns those that have to stay
 * referenced: a garbage-collected one loses its click.
 */
function openEarlier({ Notification, show, log, system }: NotifierDeps, run: string): Set<Shown> {
  const earlier = new Set<Shown>()
  const open = (id: string) => {
    const [, path, ownRun] = ID.exec(id) ?? []
    if (path !== undefined && ownRun !== run) show(path)
  }
  if (system === 'win32') {
    // The arguments are `type=click&tag=` and the id.
    Notification.handleActivation((details) =>
      open(new URLSearchParams(details.arguments).get('tag') ?? ''),
    )
  }
  if (system === 'darwin') {
    Notification.getHistory().then(
      (history) => {
        for (const shown of history) {
          earlier.add(shown)
          shown.on('click', () => {
            earlier.delete(shown)
            open(shown.id)
          })
        }
      },
      (error) => log.warn('notifications of the last run cannot be opened', error),
    )
  }
  return earlier
}

/**
 * Shows native notifications. They stay referenced, because a garbage-collected one loses its
 * click. `close` does not release one: on Windows it remains clickable in the notification center.
 */
export function createNotifier(deps: NotifierDeps) {
  const { Notification, show, hasFocus, log, now } = deps
  const run = now().toString(36)
  let count = 0
  const shownNotifications = new Set<Shown>()
  const earlier = openEarlier(deps, run)
  return {
    /** No-op where the system has no notifications. */
    notify({ title, body, path, isSilent = false }: Omit<Notice, 'kind'>): void {
      if (!Notification.isSupported()) return
      count += 1
      const id = `${path}~${run}.${count}`
      const shown = new Notification({ id, title, body, silent: isSilent || hasFocus() })
      shownNotifications.add(shown)
      for (const oldest of shownNotifications) {
        if (shownNotifications.size <= MAX_CLICKABLE) break
        shownNotifications.delete(oldest)
      }
      shown.on('failed', (_event, error) => {
        shownNotifications.delete(shown)
        log.warn('the system did not show a notification', error)
      })
      shown.on('click', () => {
        shownNotifications.delete(shown)
        show(path)
      })
      shown.show()
    },
    /** Closes what is shown: after a quit nobody handles its click. */
    stop(): void {
      for (const shown of shownNotifications) shown.close()
      shownNotifications.clear()
      earlier.clear()
    },
  }
}
