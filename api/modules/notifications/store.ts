import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { Notification, SecurityAct } from '#shared/contract/notifications.ts'
import { DEFAULT_KINDS, type KindSwitches } from '#shared/rules/notification-kinds.ts'
import {
  NOTIFICATION_COLUMNS,
  NOTIFICATION_JOINS,
  NOTIFICATION_TYPES,
  toFacts,
} from './notification-sql.ts'

const LIST = statement(
  `SELECT n.id, n.created, ${NOTIFICATION_COLUMNS},
    n.id > coalesce((SELECT seen_id FROM notification_setting WHERE user_id = $1), 0) AS is_new
  FROM (SELECT * FROM notification WHERE user_id = $1 ORDER BY id DESC LIMIT $2) n
    ${NOTIFICATION_JOINS} ORDER BY n.id DESC`,
  { id: column.int, created: column.instant, ...NOTIFICATION_TYPES, is_new: column.boolean },
)
const UNSEEN = statement(
  `SELECT count(*)::int AS unseen FROM notification WHERE user_id = $1
    AND id > coalesce((SELECT seen_id FROM notification_setting WHERE user_id = $1), 0)`,
  { unseen: column.int },
)
/** Never above the newest notification, or later ones would count as seen; never back. */
const MARK_SEEN = statement(
  `INSERT INTO notification_setting AS s (user_id, seen_id)
  SELECT u.id, least($2, (SELECT coalesce(max(id), 0) FROM notification WHERE user_id = u.id))
  FROM user_account u WHERE u.id = $1 AND u.erased_at IS NULL
  ON CONFLICT (user_id) DO UPDATE SET seen_id = greatest(s.seen_id, excluded.seen_id)`,
)
const KINDS = statement(
  'SELECT settled, closing, season, opened FROM notification_setting WHERE user_id = $1',
  {
    settled: column.boolean,
    closing: column.boolean,
    season: column.boolean,
    opened: column.boolean,
  },
)
const SET_KINDS = statement(
  `INSERT INTO notification_setting (user_id, settled, closing, season, opened)
  SELECT id, $2, $3, $4, $5 FROM user_account WHERE id = $1 AND erased_at IS NULL
  ON CONFLICT (user_id) DO UPDATE SET settled = excluded.settled, closing = excluded.closing,
    season = excluded.season, opened = excluded.opened
  RETURNING user_id`,
  { user_id: column.int },
)

/** In the list of the person, and to each device. Settings do not apply. */
const INSERT_SECURITY_NOTICE = statement(
  `WITH added AS (
    INSERT INTO notification (user_id, kind, act, provider, created)
    SELECT id, 'security'::notification_kind, $2, $3, $4 FROM user_account
    WHERE id = $1 AND erased_at IS NULL RETURNING id
  ), queued AS (
    INSERT INTO push_delivery (notification_id, device_id, due, expires)
    SELECT a.id, d.id, $4, $5 FROM added a JOIN push_device d ON d.user_id = $1
  ) SELECT count(*)::int AS notices FROM added`,
  { notices: column.int },
)

/** A change of an account that its person must know of. */
export interface SecurityNotice {
  userId: number
  act: Exclude<SecurityAct, 'delete'>
  /** Kind of the provider, or its host; null when the act concerns none. */
  provider: string | null
  /** Epoch milliseconds. */
  now: number
}

/** Adds a notice, and its messages to all devices, which expire at `pushUntil` (epoch ms). */
export async function insertSecurityNotice(
  sql: Sql,
  { userId, act, provider, now }: SecurityNotice,
  pushUntil: number,
): Promise<void> {
  await sql.query(INSERT_SECURITY_NOTICE, [
    userId,
    act,
    provider,
    new Date(now),
    new Date(pushUntil),
  ])
}

/** Notifications and settings of one person in the database. */
export function createNotificationStore(database: Sql) {
  return {
    /** Newest first, at most `limit`. */
    async list(userId: number, limit: number): Promise<Notification[]> {
      const rows = await database.query(LIST, [userId, limit])
      return rows.map((row) => ({
        id: row.id,
        created: row.created.toISOString(),
        isNew: row.is_new,
        ...toFacts(row),
      }))
    },

    async unseen(userId: number): Promise<number> {
      const [row] = await database.query(UNSEEN, [userId])
      return row?.unseen ?? 0
    },

    /** Marks everything up to an id as seen. */
    async markSeen(userId: number, id: number): Promise<void> {
      await database.query(MARK_SEEN, [userId, id])
    },

    async kinds(userId: number): Promise<KindSwitches> {
      const [row] = await database.query(KINDS, [userId])
      return row ?? DEFAULT_KINDS
    },

    /** @returns whether the account exists */
    async setKinds(userId: number, kinds: KindSwitches): Promise<boolean> {
      const { settled, closing, season, opened } = kinds
      const rows = await database.query(SET_KINDS, [userId, settled, closing, season, opened])
      return rows.length === 1
    },
  }
}
