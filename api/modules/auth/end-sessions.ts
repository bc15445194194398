import type { AppEventBus } from '#api/events.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'

const END = statement(
  `UPDATE session SET revoked = $3 WHERE user_id = $1 AND revoked IS NULL
    AND ($2::text IS NULL OR id::text <> $2) RETURNING id`,
  { id: column.text },
)

/** Revokes the sessions of a user, all but `exceptId` (null: all). @returns the revoked ones */
export async function endSessions(
  sql: Sql,
  { userId, exceptId, now }: { userId: number; exceptId: string | null; now: number },
): Promise<string[]> {
  const rows = await sql.query(END, [userId, exceptId, new Date(now)])
  return rows.map(({ id }) => id)
}

/** Publishes revoked sessions once they are committed, so that their access tokens end everywhere. */
export function publishEndedSessions(
  bus: Pick<AppEventBus, 'publish'>,
  sessionIds: readonly string[],
  now: number,
): void {
  for (const sessionId of sessionIds) bus.publish('sessionRevoked', { sessionId, at: now })
}
