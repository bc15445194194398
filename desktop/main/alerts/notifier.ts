import type { NotificationConstructorOptions } from 'electron'
import type { Notice } from './alert.ts'

/** A notification as far as it is used. */
interface Shown {
  on(event: 'click', listener: () => void): unknown
  on(event: 'failed', listener: () => void): unknown
  show(): void
  close(): void
}

/** Electron's class of notifications, as far as it is used. */
export interface NotificationClass {
  isSupported(): boolean
  new (options: NotificationConstructorOptions): Shown
}

interface NotifierDeps {
  Notification: NotificationClass
  /** Shows the main window at a path. */
  show: (path: string) => void
}

/** How many stay clickable; older ones have scrolled away. */
const HELD = 20

/**
 * Shows notices as native notifications. They are held, since one that is collected as garbage
 * drops its click. Closing does not let go of one: Windows says `close` when the banner leaves for
 * the notification centre, where it can still be clicked.
 */
export function createNotifier({ Notification, show }: NotifierDeps) {
  const held = new Set<Shown>()
  return {
    /** Does nothing where the system has no notifications. */
    notify({ title, body, path }: Notice): void {
      if (!Notification.isSupported()) return
      const shown = new Notification({ title, body })
      held.add(shown)
      for (const oldest of held) {
        if (held.size <= HELD) break
        held.delete(oldest)
      }
      shown.on('failed', () => held.delete(shown))
      shown.on('click', () => {
        held.delete(shown)
        show(path)
      })
      shown.show()
    },
    /** Takes back what is still shown: after a quit nobody would hear its click. */
    stop(): void {
      for (const shown of held) shown.close()
      held.clear()
    },
  }
}
