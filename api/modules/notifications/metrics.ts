import type { Clock } from '#api/infrastructure/clock.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Notifications } from './create-notifications.ts'

interface NotifyingServices {
  notifications: Pick<
    Notifications,
    'fanout' | 'briefs' | 'threadNotices' | 'pusher' | 'deliveries'
  >
  /** Watches that create notifications too. */
  alerts: Record<'flips' | 'worths', { stats(): { failures: number } }>
}

/** Notifications and push messages. */
export function registerNotifications(
  { total, gauge }: Metrics,
  { notifications, alerts }: NotifyingServices,
  clock: Clock,
): void {
  const { fanout, briefs, threadNotices, pusher, deliveries } = notifications
  const jobs = [fanout, briefs, threadNotices, pusher, alerts.flips, alerts.worths]
  gauge(
    'tidemark_push_late_seconds',
    'How late the push message is that was due first; 0 without one',
    async () => {
      const due = await deliveries.oldestDue().catch(() => Number.NaN)
      return due === null ? 0 : Math.max(0, clock.now() - due) / 1000
    },
  )
  total(
    'tidemark_notification_failures_total',
    'Failed runs of the jobs and watches that create notifications and send push messages; each is retried',
    () => jobs.reduce((sum, job) => sum + job.stats().failures, 0),
  )
  total(
    'tidemark_push_sent_total',
    'Push messages that a push service accepted',
    () => pusher.stats().sent,
  )
  total(
    'tidemark_push_postponed_total',
    'Push messages that a push service refused for now',
    () => pusher.stats().postponed,
  )
  total(
    'tidemark_push_failed_total',
    'Push messages that were given up',
    () => pusher.stats().failed,
  )
  total('tidemark_push_ended_total', 'Subscriptions that had ended', () => pusher.stats().gone)
}
