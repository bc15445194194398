import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { seasonSql } from '#api/modules/rounds/points-sql.ts'

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
/** Of the replies below those votes, which go with them. */
const FORGET_REPLIES = statement(
  `DELETE FROM search_document d USING reply y, vote v, round r WHERE d.kind = 'reply' AND d.id = y.id
    AND y.vote_id = v.id AND v.user_id = $1 AND r.id = v.round_id AND r.ref_date >= $2
    AND r.sealed_at IS NULL`,
)
const END_SESSIONS = statement(
  `UPDATE session SET user_id = $2, revoked = coalesce(revoked, $3), device_app = '',
    device_system = '' WHERE user_id = $1 RETURNING id`,
  { id: column.text },
)

/** Rows of each kind in a batch, which holds the thread of the embedded database for about 20 ms. */
const BATCH_SIZE = 50
const toBatch = (text: string) =>
  statement(`WITH gone AS (${text} RETURNING 1) SELECT count(*)::int AS rows FROM gone`, {
    rows: column.int,
  })

/** SQL: replies below the posts of `$1`. */
const BELOW_POSTS = 'SELECT r.id FROM post p JOIN reply r ON r.post_id = p.id WHERE p.user_id = $1'

/** `$1` is the account, `$2` the batch size. Reactions and replies first: deleting a post would cascade to all of its. */
const BATCHES = [
  `DELETE FROM reply_reaction WHERE (reply_id, user_id) IN
    (SELECT reply_id, user_id FROM reply_reaction WHERE user_id = $1 LIMIT $2)`,
  `DELETE FROM reply_reaction WHERE (reply_id, user_id) IN
    (SELECT x.reply_id, x.user_id FROM reply r JOIN reply_reaction x ON x.reply_id = r.id
    WHERE r.user_id = $1 LIMIT $2)`,
  `DELETE FROM reply_reaction WHERE (reply_id, user_id) IN
    (SELECT x.reply_id, x.user_id FROM (${BELOW_POSTS}) r
    JOIN reply_reaction x ON x.reply_id = r.id LIMIT $2)`,
  `DELETE FROM reply_mention WHERE (reply_id, user_id) IN
    (SELECT reply_id, user_id FROM reply_mention WHERE user_id = $1 LIMIT $2)`,
  `DELETE FROM thread_follow WHERE id IN
    (SELECT id FROM thread_follow WHERE user_id = $1 LIMIT $2)`,
  `DELETE FROM thread_follow WHERE id IN (SELECT f.id FROM post p
    JOIN thread_follow f ON f.post_id = p.id WHERE p.user_id = $1 LIMIT $2)`,
  `DELETE FROM search_document WHERE kind = 'reply' AND id IN
    (SELECT id FROM search_document WHERE user_id = $1 AND kind = 'reply' LIMIT $2)`,
  `DELETE FROM search_document WHERE kind = 'reply' AND id IN
    (SELECT d.id FROM (${BELOW_POSTS}) r
    JOIN search_document d ON d.kind = 'reply' AND d.id = r.id LIMIT $2)`,
  'DELETE FROM reply WHERE id IN (SELECT id FROM reply WHERE user_id = $1 LIMIT $2)',
  `DELETE FROM reply WHERE id IN (${BELOW_POSTS} LIMIT $2)`,
  `DELETE FROM vote_reaction WHERE (vote_id, user_id) IN
    (SELECT vote_id, user_id FROM vote_reaction WHERE user_id = $1 LIMIT $2)`,
  `DELETE FROM post_reaction WHERE (post_id, user_id) IN
    (SELECT post_id, user_id FROM post_reaction WHERE user_id = $1 LIMIT $2)`,
  `DELETE FROM post_reaction WHERE (post_id, user_id) IN
    (SELECT r.post_id, r.user_id FROM post p JOIN post_reaction r ON r.post_id = p.id
    WHERE p.user_id = $1 ORDER BY p.id DESC LIMIT $2)`,
  `DELETE FROM search_document WHERE kind = 'post' AND id IN
    (SELECT id FROM search_document WHERE user_id = $1 AND kind = 'post' LIMIT $2)`,
  `DELETE FROM post WHERE id IN (SELECT id FROM post p WHERE user_id = $1
    AND NOT EXISTS (SELECT FROM post_reaction r WHERE r.post_id = p.id)
    AND NOT EXISTS (SELECT FROM reply r WHERE r.post_id = p.id)
    AND NOT EXISTS (SELECT FROM thread_follow f WHERE f.post_id = p.id) ORDER BY id DESC LIMIT $2)`,
].map(toBatch)

/** SQL: votes of `$1` in rounds from `$3` on that still accept votes. */
const OPEN_VOTES = `SELECT v.id FROM vote v JOIN round r ON r.id = v.round_id
  WHERE v.user_id = $1 AND r.ref_date >= $3 AND r.sealed_at IS NULL`
/** SQL: replies below their notes. */
const BELOW_OPEN_VOTES = `SELECT y.id FROM (${OPEN_VOTES}) v JOIN reply y ON y.vote_id = v.id`

/** As `BATCHES`, before the votes are withdrawn. */
const OPEN_VOTE_BATCHES = [
  `DELETE FROM reply_reaction WHERE (reply_id, user_id) IN
    (SELECT x.reply_id, x.user_id FROM (${BELOW_OPEN_VOTES}) r
    JOIN reply_reaction x ON x.reply_id = r.id LIMIT $2)`,
  `DELETE FROM search_document WHERE kind = 'reply' AND id IN
    (SELECT d.id FROM (${BELOW_OPEN_VOTES}) r
    JOIN search_document d ON d.kind = 'reply' AND d.id = r.id LIMIT $2)`,
  `DELETE FROM reply WHERE id IN (SELECT r.id FROM (${BELOW_OPEN_VOTES}) r
    WHERE NOT EXISTS (SELECT FROM reply_reaction x WHERE x.reply_id = r.id)
    AND NOT EXISTS (SELECT FROM search_document d WHERE d.kind = 'reply' AND d.id = r.id) LIMIT $2)`,
  `DELETE FROM vote_reaction WHERE (vote_id, user_id) IN
    (SELECT x.vote_id, x.user_id FROM (${OPEN_VOTES}) v
    JOIN vote_reaction x ON x.vote_id = v.id LIMIT $2)`,
  `DELETE FROM thread_follow WHERE id IN
    (SELECT f.id FROM (${OPEN_VOTES}) v JOIN thread_follow f ON f.vote_id = v.id LIMIT $2)`,
].map(toBatch)

/** `$1` is the account. */
const REMOVALS = [
  'DELETE FROM push_device WHERE user_id = $1',
  'DELETE FROM notification WHERE user_id = $1',
  'DELETE FROM notification_setting WHERE user_id = $1',
  'DELETE FROM price_level WHERE user_id = $1',
  'DELETE FROM worth_position WHERE user_id = $1',
  'DELETE FROM block WHERE blocker_id = $1 OR blocked_id = $1',
  'DELETE FROM week_rank WHERE user_id = $1',
  'DELETE FROM twin WHERE first_id = $1 OR second_id = $1',
  `DELETE FROM search_document WHERE user_id = $1 AND kind IN ('note', 'person')`,
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

/** Late writes first; the account removes reports, locks and cases by cascade, frozen results stay nameless. */
const ACCOUNT = [
  'push_device',
  'notification',
  'notification_setting',
  'session',
  'vote',
  'user_stats',
  'skill',
]
  .map((table) => statement(`DELETE FROM ${table} WHERE user_id = $1`))
  .concat(statement('DELETE FROM user_account WHERE id = $1'))

interface Erasure {
  userId: number
  /** The nameless account that takes over the votes of closed rounds. */
  successorId: number
  /** Start of the round that is open. */
  openRefDate: Date
  now: Date
}

async function runBatches(
  sql: Sql,
  batches: typeof BATCHES,
  values: readonly (number | Date)[],
): Promise<boolean> {
  let isMore = false
  for (const batch of batches) {
    const [removed] = await sql.query(batch, values)
    if (removed?.rows === BATCH_SIZE) isMore = true
  }
  return isMore
}

/**
 * Deletes posts, replies, reactions, mentions and follows of an account, newest posts first, in the caller's transaction.
 * @returns whether some may be left
 */
export const removeBatch = (sql: Sql, userId: number): Promise<boolean> =>
  runBatches(sql, BATCHES, [userId, BATCH_SIZE])

/**
 * Deletes replies, reactions and follows of the votes that an account has in rounds from `openRefDate` on, in the
 * caller's transaction. @returns whether some may be left
 */
export const removeOpenVoteBatch = (
  sql: Sql,
  userId: number,
  openRefDate: Date,
): Promise<boolean> => runBatches(sql, OPEN_VOTE_BATCHES, [userId, BATCH_SIZE, openRefDate])

/** Deletes an account without posts, replies and reactions, in the caller's transaction. */
export async function deleteAccount(sql: Sql, userId: number): Promise<void> {
  for (const removal of ACCOUNT) await sql.query(removal, [userId])
}

/**
 * Transfers the votes of an account and deletes its sessions, cases and appeals, in the caller's
 * transaction. Triggers update the counters.
 */
export async function transferRows(
  sql: Sql,
  { userId, successorId, openRefDate, now }: Erasure,
): Promise<ErasedRows> {
  for (const removal of REMOVALS) await sql.query(removal, [userId])
  await sql.query(FORGET_REPLIES, [userId, openRefDate])
  const votes = await sql.query(WITHDRAW_VOTES, [userId, openRefDate])
  for (const transfer of TRANSFERS) await sql.query(transfer, [userId, successorId])
  const sessions = await sql.query(END_SESSIONS, [userId, successorId, now])
  return {
    sessions: sessions.map(({ id }) => id),
    votes: votes.map(({ id, round_id }) => ({ id, roundId: round_id })),
  }
}
