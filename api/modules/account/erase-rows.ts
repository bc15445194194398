import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { seasonSql } from '#api/rounds/season-store.ts'

/** Rows that the erasure removed, for events after its transaction. */
export interface ErasedRows {
  /** Sessions that ended. */
  sessions: string[]
  /** Votes withdrawn from the open round. */
  votes: { id: number; roundId: number }[]
}

/** Only of rounds that still accept votes; the votes of a closed round stay, and are leaves of its tree. */
const WITHDRAW_VOTES = statement(
  `DELETE FROM vote v USING round r WHERE r.id = v.round_id AND v.user_id = $1 AND r.ref_date >= $2
    AND r.sealed_at IS NULL
  RETURNING v.id, v.round_id`,
  { id: column.int, round_id: column.int },
)
const END_SESSIONS = statement(
  `UPDATE session SET user_id = $2, revoked = coalesce(revoked, $3), device_app = '',
    device_system = '' WHERE user_id = $1 RETURNING id`,
  { id: column.text },
)

/** `$1` is the account. */
const REMOVALS = [
  'DELETE FROM vote_reaction WHERE user_id = $1',
  'DELETE FROM post_reaction WHERE user_id = $1',
  'DELETE FROM post WHERE user_id = $1',
  `DELETE FROM refresh_token t USING session s WHERE s.id = t.session_id AND s.user_id = $1`,
  // Open cases that nobody else reported; the reports themselves go with the account.
  `DELETE FROM moderation_case c WHERE c.closed IS NULL
    AND EXISTS (SELECT FROM report r WHERE r.case_id = c.id AND r.reporter_id = $1)
    AND NOT EXISTS (SELECT FROM report r WHERE r.case_id = c.id AND r.reporter_id <> $1)`,
  `DELETE FROM appeal a USING moderation_act m WHERE m.id = a.act_id AND m.subject_id = $1`,
  `UPDATE moderation_act SET subject_id = NULL, message = '', excerpt = '',
    target_id = CASE target WHEN 'nickname' THEN NULL ELSE target_id END WHERE subject_id = $1`,
].map((text) => statement(text))

/** `$1` is the account, `$2` its nameless successor. */
const TRANSFERS = [
  `UPDATE vote SET user_id = $2, title = '', content = '', has_content = false,
    note_hidden_at = NULL, salt = NULL, accepted = NULL WHERE user_id = $1`,
  'UPDATE ledger SET user_id = $2 WHERE user_id = $1',
  'UPDATE user_stats SET user_id = $2 WHERE user_id = $1',
  // By the key of the table: the seasons are those of the rounds.
  `UPDATE season_stats SET user_id = $2 WHERE user_id = $1 AND season IN
    (SELECT ${seasonSql('target_date')} FROM round)`,
].map((text) => statement(text))

/** Removes reports, direction locks and cases about the person by cascade; frozen results stay nameless. */
const DELETE_ACCOUNT = statement('DELETE FROM user_account WHERE id = $1')

interface Erasure {
  userId: number
  /** The nameless account that takes over the votes of closed rounds. */
  successorId: number
  /** Start of the round that is open. */
  openRefDate: Date
  now: Date
}

/** Deletes an account and all that it wrote, in the caller's transaction. Triggers update the counters. */
export async function eraseRows(
  sql: Sql,
  { userId, successorId, openRefDate, now }: Erasure,
): Promise<ErasedRows> {
  for (const removal of REMOVALS) await sql.query(removal, [userId])
  const votes = await sql.query(WITHDRAW_VOTES, [userId, openRefDate])
  for (const transfer of TRANSFERS) await sql.query(transfer, [userId, successorId])
  const sessions = await sql.query(END_SESSIONS, [userId, successorId, now])
  await sql.query(DELETE_ACCOUNT, [userId])
  return {
    sessions: sessions.map(({ id }) => id),
    votes: votes.map(({ id, round_id }) => ({ id, roundId: round_id })),
  }
}
