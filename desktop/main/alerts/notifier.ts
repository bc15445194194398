import type { NotificationConstructorOptions } from 'electron'
import type { Notice } from './alert.ts'

/** The part of Electron's Notification that is used. */
interface Shown {
  on(event: 'click', listener: () => void): unknown
  on(event: 'failed', listener: () => void): unknown
  show(): void
  close(): void
}

/** The part of the Notification class that is used. */
export interface NotificationClass {
  isSupported(): boolean
  new (options: NotificationConstructorOptions): Shown
}

interface NotifierDeps {
  Notification: NotificationClass
  /** Shows the main window at a path. */
  show: (path: string) => void
}

/** Maximum number of notifications that stay clickable. */
const MAX_CLICKABLE = 20

/**
 * Shows native notifications. They stay referenced, because a garbage-collected one loses its
 * click. `close` does not release one: on Windows it remains clickable in the notification center.
 */
export function createNotifier({ Notification, show }: NotifierDeps) {
  const shownNotifications = new Set<Shown>()
  return {
    /** No-op where the system has no notifications. */
    notify({ title, body, path }: Notice): void {
      if (!Notification.isSupported()) return
      const shown = new Notification({ title, body })
      shownNotifications.add(shown)
      for (const oldest of shownNotifications) {
        if (shownNotifications.size <= MAX_CLICKABLE) break
        shownNotifications.delete(oldest)
      }
      shown.on('failed', () => shownNotifications.delete(shown))
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
    },
  }
}
