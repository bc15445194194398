import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { PushDevice, PushDeviceBody } from '#shared/contract/notifications.ts'
import { isLocale } from '#shared/i18n/locale.ts'
import type { Delivery } from './delivery-store.ts'

/** A subscription of a session. `now` is epoch milliseconds. */
export interface NewPushDevice extends PushDeviceBody {
  userId: number
  sessionId: string
  now: number
}

const LIST = statement(
  `SELECT d.id, d.session_id, d.zone, d.created, s.device_app, s.device_system
  FROM push_device d JOIN session s ON s.id = d.session_id
  WHERE d.user_id = $1 AND s.revoked IS NULL AND s.expires > $2 AND d.server_key <> ''
  ORDER BY d.id DESC`,
  {
    id: column.int,
    session_id: column.text,
    zone: column.text,
    created: column.instant,
    device_app: column.text,
    device_system: column.text,
  },
)
/**
 * A browser that somebody else signs in to moves to that session. Another browser's subscription cannot be
 * taken over, because only that browser knows its keys. With `$10` a browser only renews its registration: one
 * that its person has removed stays removed.
 */
const SAVE = statement(
  `INSERT INTO push_device AS d
    (user_id, session_id, endpoint, p256dh, auth, server_key, zone, locale, created)
  SELECT user_id, id, $3, $4, $5, $6, $7, $8, $9 FROM session
  WHERE id = $2::uuid AND user_id = $1 AND revoked IS NULL
  ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
    server_key = excluded.server_key, zone = excluded.zone, locale = excluded.locale
  WHERE d.p256dh = excluded.p256dh AND d.auth = excluded.auth AND NOT ($10::boolean AND d.server_key = '')
  RETURNING id`,
  { id: column.int },
)
/** A session is one browser, so its earlier subscription has ended; a person has at most `$4` devices. */
const TRIM = statement(
  `DELETE FROM push_device WHERE user_id = $1 AND id <> $2 AND (session_id = $3::uuid OR id NOT IN
    (SELECT id FROM push_device WHERE user_id = $1 AND id <> $2 ORDER BY id DESC LIMIT $4 - 1))`,
)
/** The row stays, with the key of no server: deleted, the next visit of that browser would bring it back. */
const REMOVE = statement(
  "UPDATE push_device SET server_key = '' WHERE user_id = $1 AND id = $2 AND server_key <> '' RETURNING id",
  { id: column.int },
)

const DEVICES_MAX = 10

/** Of browsers that subscribed with this key of the server. */
const SUBSCRIBED = statement(
  `SELECT d.id, d.endpoint, d.p256dh, d.auth, d.zone, d.locale
  FROM push_device d JOIN session s ON s.id = d.session_id
  WHERE d.user_id = $1 AND s.revoked IS NULL AND s.expires > $2 AND d.server_key = $3`,
  {
    id: column.int,
    endpoint: column.text,
    p256dh: column.text,
    auth: column.text,
    zone: column.text,
    locale: column.text,
  },
)

/** The devices of a user that have not signed out at `now` (epoch ms), as messages are addressed to them. */
export async function subscribedDevices(
  sql: Sql,
  { userId, serverKey, now }: { userId: number; serverKey: string; now: number },
): Promise<Pick<Delivery, 'deviceId' | 'to' | 'zone' | 'locale'>[]> {
  const rows = await sql.query(SUBSCRIBED, [userId, new Date(now), serverKey])
  return rows.map((row) => ({
    deviceId: row.id,
    to: { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
    zone: row.zone,
    locale: isLocale(row.locale) ? row.locale : 'en-US',
  }))
}

/** Browsers that get push messages, in the database. */
export function createPushDeviceStore(database: Sql) {
  return {
    /** Devices whose session has not ended, the newest first. */
    async list(userId: number, sessionId: string, now: number): Promise<PushDevice[]> {
      const rows = await database.query(LIST, [userId, new Date(now)])
      return rows.map((row) => ({
        id: row.id,
        device: { app: row.device_app, system: row.device_system },
        zone: row.zone,
        created: row.created.toISOString(),
        current: row.session_id === sessionId,
      }))
    },

    /** Adds or updates the device of a session. @returns its id, null when it was refused */
    async save(device: NewPushDevice): Promise<number | null> {
      const { userId, sessionId, endpoint, p256dh, auth, publicKey, zone, locale } = device
      const { renews = false, now } = device
      const keys = [endpoint, p256dh, auth, publicKey]
      const values = [userId, sessionId, ...keys, zone, locale, new Date(now), renews]
      const [saved] = await database.query(SAVE, values)
      if (!saved) return null
      await database.query(TRIM, [userId, saved.id, sessionId, DEVICES_MAX])
      return saved.id
    },

    /** Ends the messages to a device until it is turned on again there. @returns whether the person had it */
    async remove(userId: number, id: number): Promise<boolean> {
      return (await database.query(REMOVE, [userId, id])).length === 1
    },
  }
}
