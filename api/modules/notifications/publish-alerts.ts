import type { AppEventBus } from '#api/events.ts'

/** A longer event could exceed what LISTEN/NOTIFY carries, and would invalidate all caches instead. */
const MAX_NOTIFIED = 100

/** Announces new notifications to the open windows of their owners, on all instances. */
export function publishAlerts(
  bus: Pick<AppEventBus, 'publish'>,
  notified: readonly { userId: number; id: number }[],
): void {
  for (let first = 0; first < notified.length; first += MAX_NOTIFIED) {
    bus.publish('alerts', { notified: notified.slice(first, first + MAX_NOTIFIED) })
  }
}
