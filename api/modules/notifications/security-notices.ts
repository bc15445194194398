import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { SecurityAct } from '#shared/contract/notifications.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'

const PUSH_MAX_MS = DAY_MS

/** In the list of the person, and to each device. No switch is asked. */
const NOTIFY = statement(
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

interface SecurityNotice {
  userId: number
  act: Exclude<SecurityAct, 'delete'>
  /** Kind of the provider, or its host; null when the act concerns none. */
  provider: string | null
  /** Epoch milliseconds. */
  now: number
}

/** Notifies every session and device of a person, in the caller's transaction. */
export async function notifyOfSecurity(sql: Sql, notice: SecurityNotice): Promise<void> {
  const { userId, act, provider, now } = notice
  await sql.query(NOTIFY, [userId, act, provider, new Date(now), new Date(now + PUSH_MAX_MS)])
}
