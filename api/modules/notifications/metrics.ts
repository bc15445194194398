import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Notifications } from './create-notifications.ts'

/** Notifications and push messages. */
export function registerNotifications(
  { total }: Metrics,
  { fanout, pusher }: Pick<Notifications, 'fanout' | 'pusher'>,
): void {
  total(
    'tidemark_notification_failures_total',
    'Failed runs of the jobs that create notifications and send push messages; each is retried',
    () => fanout.stats().failures + pusher.stats().failures,
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
