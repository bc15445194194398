import type { AppEventBus } from '#api/events.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { revokeSessions } from './user-session-store.ts'

/**
 * Revokes the sessions of a user, all but `exceptId` (null: all), in the caller's transaction.
 * @returns the revoked ones, which are published once it is committed
 */
export async function endSessions(
  sql: Sql,
  { userId, exceptId, now }: { userId: number; exceptId: string | null; now: number },
): Promise<string[]> {
  return revokeSessions(sql, userId, exceptId, new Date(now))
}

/** Publishes revoked sessions once they are committed, so that their access tokens end everywhere. */
export function publishEndedSessions(
  bus: Pick<AppEventBus, 'publish'>,
  sessionIds: readonly string[],
  now: number,
): void {
  for (const sessionId of sessionIds) bus.publish('sessionRevoked', { sessionId, at: now })
}
