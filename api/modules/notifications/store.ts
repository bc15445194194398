import { Type } from '@sinclair/typebox'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import {
  AlertKind,
  type Notification,
  type NotificationSettings,
  type NotificationSettingsBody,
  type SecurityAct,
} from '#shared/contract/notifications.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import {
  NOTIFICATION_COLUMNS,
  NOTIFICATION_JOINS,
  NOTIFICATION_TYPES,
  toFacts,
} from './notification-sql.ts'

/** With the columns of the notification `n`. */
const LISTED_COLUMNS = `n.id, n.created, ${NOTIFICATION_COLUMNS}, n.id > coalesce(
    (SELECT s.seen_id FROM notification_setting s WHERE s.user_id = n.user_id), 0) AS is_new`
const LISTED_TYPES = {
  id: column.int,
  created: column.instant,
  ...NOTIFICATION_TYPES,
  is_new: column.boolean,
}
const LIST = statement(
  `SELECT ${LISTED_COLUMNS}
  FROM (SELECT * FROM notification WHERE user_id = $1 ORDER BY id DESC LIMIT $2) n
    ${NOTIFICATION_JOINS} ORDER BY n.id DESC`,
  LISTED_TYPES,
)
const BY_IDS = statement(
  `SELECT n.user_id, ${LISTED_COLUMNS}
  FROM notification n ${NOTIFICATION_JOINS}
  WHERE n.id = ANY(SELECT value::bigint FROM json_array_elements_text($1::json)) ORDER BY n.id`,
  { user_id: column.int, ...LISTED_TYPES },
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
const KINDS = Type.Array(AlertKind)
const SETTINGS = statement(
  `SELECT settled, closing, season, opened, flip, reply, mention, shows_direction, worth, to_json(no_push) AS no_push,
    to_json(no_desktop) AS no_desktop, brief_hour, brief_zone FROM notification_setting WHERE user_id = $1`,
  {
    settled: column.boolean,
    closing: column.boolean,
    season: column.boolean,
    opened: column.boolean,
    flip: column.boolean,
    reply: column.boolean,
    mention: column.boolean,
    shows_direction: column.boolean,
    worth: column.nullable(column.int),
    no_push: KINDS,
    no_desktop: KINDS,
    brief_hour: column.nullable(column.int),
    brief_zone: column.nullable(column.text),
  },
)
/**
 * Null for what stays as it is; `$9` tells whether `$8` is to be stored, and `$12` whether the brief is, which
 * stays due when its time does not change.
 */
const SET = statement(
  `INSERT INTO notification_setting AS s (user_id, settled, closing, season, opened, flip,
    shows_direction, worth, no_push, no_desktop, brief_hour, brief_zone, brief_due, reply, mention)
  SELECT id, coalesce($2, ${DEFAULT_KINDS.settled}), coalesce($3, ${DEFAULT_KINDS.closing}),
    coalesce($4, ${DEFAULT_KINDS.season}), coalesce($5, ${DEFAULT_KINDS.opened}),
    coalesce($6, ${DEFAULT_KINDS.flip}), coalesce($7, false), $8,
    coalesce(new.no_push, '{}'), coalesce(new.no_desktop, '{}'), $13::smallint, $14::text, $15::timestamptz,
    coalesce($16, ${DEFAULT_KINDS.reply}), coalesce($17, ${DEFAULT_KINDS.mention})
  FROM user_account, (SELECT
    (SELECT array_agg(value) FROM json_array_elements_text($10::json)) AS no_push,
    (SELECT array_agg(value) FROM json_array_elements_text($11::json)) AS no_desktop) new
  WHERE id = $1 AND erased_at IS NULL
  ON CONFLICT (user_id) DO UPDATE SET settled = coalesce($2, s.settled), closing = coalesce($3, s.closing),
    season = coalesce($4, s.season), opened = coalesce($5, s.opened), flip = coalesce($6, s.flip),
    reply = coalesce($16, s.reply), mention = coalesce($17, s.mention),
    shows_direction = coalesce($7, s.shows_direction),
    worth = CASE WHEN $9 THEN excluded.worth ELSE s.worth END,
    no_push = CASE WHEN $10::json IS NULL THEN s.no_push ELSE excluded.no_push END,
    no_desktop = CASE WHEN $11::json IS NULL THEN s.no_desktop ELSE excluded.no_desktop END,
    brief_due = CASE WHEN $12 AND (s.brief_hour, s.brief_zone) IS DISTINCT FROM ($13::smallint, $14::text)
      THEN $15::timestamptz ELSE s.brief_due END,
    brief_hour = CASE WHEN $12 THEN $13::smallint ELSE s.brief_hour END,
    brief_zone = CASE WHEN $12 THEN $14::text ELSE s.brief_zone END
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
  ) SELECT id FROM added`,
  { id: column.int },
)

/** In the list of the person, and to each device. */
const INSERT_TEST = statement(
  `WITH added AS (
    INSERT INTO notification (user_id, kind, created)
    SELECT id, 'test', $2 FROM user_account WHERE id = $1 AND erased_at IS NULL RETURNING id
  ), queued AS (
    INSERT INTO push_delivery (notification_id, device_id, due, expires)
    SELECT a.id, d.id, $2, $3 FROM added a JOIN push_device d ON d.user_id = $1 AND d.server_key <> ''
    RETURNING 1
  ) SELECT id, (SELECT count(*)::int FROM queued) AS devices FROM added`,
  { id: column.int, devices: column.int },
)

type OwnSettings = Required<Omit<NotificationSettings, 'publicKey' | 'devices'>>
const DEFAULTS: OwnSettings = {
  kinds: DEFAULT_KINDS,
  showsDirection: false,
  worth: null,
  noPush: [],
  noDesktop: [],
  brief: null,
}

/** A change of an account that its person must know of. */
export interface SecurityNotice {
  userId: number
  act: Exclude<SecurityAct, 'delete'>
  /** Kind of the provider, or its host; null when the act concerns none. */
  provider: string | null
  /** Epoch milliseconds. */
  now: number
}

/**
 * Adds a notice, and its messages to all devices, which expire at `pushUntil` (epoch ms).
 * @returns its id with its user; none without account
 */
export async function insertSecurityNotice(
  sql: Sql,
  { userId, act, provider, now }: SecurityNotice,
  pushUntil: number,
): Promise<{ userId: number; id: number }[]> {
  const values = [userId, act, provider, new Date(now), new Date(pushUntil)]
  const added = await sql.query(INSERT_SECURITY_NOTICE, values)
  return added.map(({ id }) => ({ userId, id }))
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

    /** Notifications of anybody, oldest first. */
    async byIds(ids: readonly number[]): Promise<(Notification & { userId: number })[]> {
      const rows = await database.query(BY_IDS, [JSON.stringify(ids)])
      return rows.map((row) => ({
        id: row.id,
        userId: row.user_id,
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

    async settings(userId: number): Promise<OwnSettings> {
      const [row] = await database.query(SETTINGS, [userId])
      if (!row) return DEFAULTS
      const { shows_direction: showsDirection, worth, no_push, no_desktop, ...others } = row
      const { brief_hour: hour, brief_zone: zone, ...kinds } = others
      const brief = hour === null || zone === null ? null : { hour, zone }
      return { kinds, showsDirection, worth, noPush: no_push, noDesktop: no_desktop, brief }
    },

    /** `briefDue` is when the first brief at a new time is due (epoch ms). @returns whether the account exists */
    async saveSettings(
      userId: number,
      settings: NotificationSettingsBody,
      briefDue: number | null,
    ): Promise<boolean> {
      const { settled = null, closing = null, season = null, opened = null, flip = null } = settings
      const { reply = null, mention = null, showsDirection, worth, brief } = settings
      const { noPush, noDesktop } = settings
      const lists = [noPush, noDesktop].map((kinds) => kinds && JSON.stringify(kinds))
      const { hour = null, zone = null } = brief ?? {}
      const due = briefDue === null ? null : new Date(briefDue)
      const kinds = [settled, closing, season, opened, flip]
      const later = [showsDirection ?? null, worth ?? null, worth !== undefined]
      const places = lists.map((list) => list ?? null)
      const times = [brief !== undefined, hour, zone, due]
      const values = [userId, ...kinds, ...later, ...places, ...times, reply, mention]
      return (await database.query(SET, values)).length === 1
    },

    /** Adds a test of the alerts, with a message for each device. Null without account. */
    async addTest(userId: number, now: number, pushUntil: number) {
      const [row] = await database.query(INSERT_TEST, [userId, new Date(now), new Date(pushUntil)])
      return row ?? null
    },
  }
}
