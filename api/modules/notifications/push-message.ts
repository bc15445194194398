import { LRUCache } from 'lru-cache'
import type { PushMessage } from '#api/modules/notifications/push/send-push.ts'
import { notificationWriter } from '#shared/i18n/notifications.ts'
import type { Delivery } from './delivery-store.ts'

/** Constructing the formatters of a language and zone takes milliseconds. */
const WRITERS_MAX = 300

/** Creates the function that writes push messages; `publicUrl` is the URL of the site. */
export function createPushMessages(publicUrl: string) {
  const writers = new LRUCache<string, ReturnType<typeof notificationWriter>>({ max: WRITERS_MAX })
  const writerOf = ({ locale, zone }: Delivery) => {
    const key = `${locale} ${zone}`
    const known = writers.get(key)
    if (known) return known
    const made = notificationWriter(locale, zone)
    writers.set(key, made)
    return made
  }

  return (delivery: Delivery, now: number): PushMessage => {
    const { facts, locale, expires, notificationId, showsDirection } = delivery
    const { title, body, path } = writerOf(delivery)(facts, showsDirection)
    const { kind, season, round, security, level, flip, brief, thread } = facts
    const about =
      season?.season ??
      round?.refDate.slice(0, 10) ??
      level?.level.replace('.', '_') ??
      flip?.targetDate.slice(0, 10) ??
      (brief ? 'day' : null) ??
      (thread ? `${thread.target}-${thread.id}` : null) ??
      (security ? `${security.act}-${notificationId}` : '')
    // A newer message of a tag takes the place of the older one.
    const topic = thread ? 'thread' : kind
    const tag = about === '' ? topic : `${topic}-${about}`
    return {
      // Declarative: browsers that know the format show it themselves, others by the service worker.
      payload: JSON.stringify({
        web_push: 8030,
        // Without `renotify` one in the place of an older one would come without sound or banner.
        notification: {
          title,
          body,
          lang: locale,
          tag,
          renotify: true,
          navigate: `${publicUrl}${path}`,
        },
      }),
      ttlSeconds: Math.max(0, Math.floor((expires - now) / 1000)),
      topic: tag,
    }
  }
}
