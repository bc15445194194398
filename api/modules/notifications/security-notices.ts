import type { Sql } from '#api/infrastructure/database/sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { insertSecurityNotice, type SecurityNotice } from './store.ts'

/** Messages to devices that are switched off longer are not sent. */
const PUSH_MAX_MS = DAY_MS

/** Notifies every session and device of a person, in the caller's transaction. */
export async function notifyOfSecurity(sql: Sql, notice: SecurityNotice): Promise<void> {
  await insertSecurityNotice(sql, notice, notice.now + PUSH_MAX_MS)
}
