import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { Subscription } from '#api/modules/notifications/push/subscription.ts'
import { isLocale, type Locale } from '#shared/i18n/locale.ts'
import {
  hasVotedBefore,
  IS_THREAD_SILENT,
  NOTIFICATION_COLUMNS,
  NOTIFICATION_JOINS,
  NOTIFICATION_TYPES,
  type NotificationFacts,
  toFacts,
} from './notification-sql.ts'

/** A claimed push message. Instants are epoch milliseconds. */
export interface Delivery {
  notificationId: number
  deviceId: number
  attempts: number
  expires: number
  to: Subscription
  zone: string
  locale: Locale
  facts: NotificationFacts
  /** Whether the text may name the direction of a call. */
  showsDirection: boolean
}

/** A claimed message that is to be sent later. */
export interface Postponed {
  notificationId: number
  deviceId: number
  attempts: number
  /** Epoch milliseconds. */
  due: number
  expires: number
}

/**
 * Due messages that no other process holds. `is_wanted` is false for a browser that somebody else has signed in
 * to since, for an ended session, for a subscription with another key of the server, for a reminder to somebody who
 * has called since or can call no more, for a thread that has become silent, and for a kind that its person keeps out
 * of push messages.
 * A security notice also reaches sessions that ended with or after its act.
 */
const CLAIM = statement(
  `WITH p AS MATERIALIZED (SELECT * FROM push_delivery WHERE due <= $1 ORDER BY due LIMIT $2
    FOR UPDATE SKIP LOCKED)
  SELECT p.notification_id, p.device_id, p.attempts, p.expires, d.endpoint, d.p256dh, d.auth, d.zone,
    d.locale, ${NOTIFICATION_COLUMNS},
    coalesce(s.shows_direction, false) AS shows_direction,
    (d.user_id = n.user_id AND d.server_key = $3 AND
      (x.revoked IS NULL OR (n.kind = 'security' AND x.revoked >= n.created)) AND x.expires > $1 AND NOT (n.kind = 'closing' AND
        (EXISTS (SELECT FROM vote c WHERE c.user_id = n.user_id AND c.round_id = n.round_id)
          OR ${hasVotedBefore('n.user_id', '$1')}))
      AND NOT (n.kind IN ('reply', 'mention') AND ${IS_THREAD_SILENT})
      AND NOT n.kind::text = ANY(coalesce(s.no_push, '{}'))) AS is_wanted
  FROM p JOIN push_device d ON d.id = p.device_id
    JOIN session x ON x.id = d.session_id
    JOIN notification n ON n.id = p.notification_id
    LEFT JOIN notification_setting s ON s.user_id = n.user_id ${NOTIFICATION_JOINS}`,
  {
    notification_id: column.int,
    device_id: column.int,
    attempts: column.int,
    expires: column.instant,
    endpoint: column.text,
    p256dh: column.text,
    auth: column.text,
    zone: column.text,
    locale: column.text,
    ...NOTIFICATION_TYPES,
    shows_direction: column.boolean,
    is_wanted: column.boolean,
  },
)

const REMOVE = statement(
  `DELETE FROM push_delivery p
  USING json_to_recordset($1::json) AS x ("notificationId" bigint, "deviceId" int)
  WHERE (p.notification_id, p.device_id) = (x."notificationId", x."deviceId")`,
)

/** A device or notification that is gone meanwhile needs no message. */
const POSTPONE = statement(
  `INSERT INTO push_delivery (notification_id, device_id, due, expires, attempts)
  SELECT n.id, d.id, to_timestamp(x.due / 1000), to_timestamp(x.expires / 1000), x.attempts
  FROM json_to_recordset($1::json) AS x ("notificationId" bigint, "deviceId" int, due float8,
    expires float8, attempts int)
    JOIN notification n ON n.id = x."notificationId" JOIN push_device d ON d.id = x."deviceId"
  ON CONFLICT DO NOTHING`,
)

/** Messages that a device gets on a UTC day; notices of security and tests are not counted. */
const DAILY_MAX = 12
/** Messages of threads are sent only below this count: a busy thread must not use up those of prices and votes. */
const THREADS_MAX = 6

/** Counts the messages of a UTC day that are within the limits, those of threads last, and returns how many are. */
const COUNT_SENT = statement(
  `WITH own AS (
    SELECT d.id, x.others, x.threads, CASE WHEN d.sent_day = $2::date THEN d.sent ELSE 0 END AS sent
    FROM push_device d JOIN json_to_recordset($1::json) AS x ("deviceId" int, others int, threads int)
      ON d.id = x."deviceId" ORDER BY d.id FOR NO KEY UPDATE OF d
  ), sent_others AS (
    SELECT id, threads, sent, least(others, greatest(${DAILY_MAX} - sent, 0)) AS others FROM own
  ), allowed AS (
    SELECT id, sent, others, least(threads, greatest(${THREADS_MAX} - sent - others, 0)) AS threads
    FROM sent_others
  )
  UPDATE push_device d SET sent_day = $2::date, sent = a.sent + a.others + a.threads
  FROM allowed a WHERE a.id = d.id RETURNING d.id, a.others, a.threads`,
  { id: column.int, others: column.int, threads: column.int },
)

const OLDEST_DUE = statement('SELECT min(due) AS due FROM push_delivery', {
  due: column.nullable(column.instant),
})

const DELETE_DEVICE = statement('DELETE FROM push_device WHERE id = $1 AND endpoint = $2')

const isCounted = ({ facts: { kind }, attempts }: Delivery) =>
  kind !== 'security' && kind !== 'test' && attempts === 0

/** Counts the messages in the caller's transaction, and returns those within the limit of their devices. */
async function withinDailyLimit(
  sql: Sql,
  deliveries: Delivery[],
  now: number,
): Promise<Delivery[]> {
  const counted = Map.groupBy(deliveries.filter(isCounted), ({ deviceId }) => deviceId)
  if (counted.size === 0) return deliveries
  const isOfThread = ({ facts }: Delivery) => facts.kind === 'reply' || facts.kind === 'mention'
  const split = (own: readonly Delivery[]) => ({
    others: own.filter((delivery) => !isOfThread(delivery)),
    threads: own.filter(isOfThread),
  })
  const devices = [...counted].map(([deviceId, own]) => {
    const { others, threads } = split(own)
    return { deviceId, others: others.length, threads: threads.length }
  })
  const day = new Date(now).toISOString().slice(0, 10)
  const refused = new Set<Delivery>()
  for (const allowed of await sql.query(COUNT_SENT, [JSON.stringify(devices), day])) {
    const { others, threads } = split(counted.get(allowed.id) ?? [])
    for (const delivery of others.slice(allowed.others)) refused.add(delivery)
    for (const delivery of threads.slice(allowed.threads)) refused.add(delivery)
  }
  return deliveries.filter((delivery) => !refused.has(delivery))
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** Push messages to be sent, in the database. */
export function createDeliveryStore(database: Database, serverKey: string) {
  const postponeIn = async (sql: Sql, postponed: readonly Postponed[]) => {
    if (postponed.length > 0) await sql.query(POSTPONE, [JSON.stringify(postponed)])
  }

  return {
    /**
     * Takes due messages from the queue in one transaction, at most `limit`: a crash then loses messages
     * instead of repeating them. `laterOf` returns when a message is due instead, null for now.
     * @returns the messages to send, and whether there may be more
     */
    claim: (now: number, limit: number, laterOf: (delivery: Delivery) => number | null) =>
      database.transaction(async (sql) => {
        const rows = await sql.query(CLAIM, [new Date(now), limit, serverKey])
        const deliveries: Delivery[] = []
        const postponed: Postponed[] = []
        for (const row of rows) {
          const delivery: Delivery = {
            notificationId: row.notification_id,
            deviceId: row.device_id,
            attempts: row.attempts,
            expires: row.expires.getTime(),
            to: { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
            zone: row.zone,
            locale: isLocale(row.locale) ? row.locale : 'en-US',
            facts: toFacts(row),
            showsDirection: row.shows_direction,
          }
          if (!row.is_wanted || delivery.expires <= now) continue
          const due = laterOf(delivery)
          if (due === null) deliveries.push(delivery)
          else if (due < delivery.expires) postponed.push({ ...delivery, due })
        }
        const keys = rows.map((row) => ({
          notificationId: row.notification_id,
          deviceId: row.device_id,
        }))
        if (keys.length > 0) await sql.query(REMOVE, [JSON.stringify(keys)])
        await postponeIn(sql, postponed)
        return {
          deliveries: await withinDailyLimit(sql, deliveries, now),
          isMore: rows.length === limit,
        }
      }),

    /** When the message was due (epoch ms) that has waited longest; null without messages. */
    async oldestDue(): Promise<number | null> {
      const [row] = await database.query(OLDEST_DUE, [])
      return row?.due?.getTime() ?? null
    },

    /** Puts claimed messages back into the queue. */
    postpone: (postponed: readonly Postponed[]) => postponeIn(database, postponed),

    /** Removes a device whose subscription has ended. */
    async deleteDevice(id: number, endpoint: string): Promise<void> {
      await database.query(DELETE_DEVICE, [id, endpoint])
    },
  }
}
