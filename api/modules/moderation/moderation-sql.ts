import { PUBLIC_ACTS, TRUSTED_AGE_MS, TRUSTED_VOTES } from '#shared/rules/moderation.ts'

/** SQL: the acts of the public log, for `IN (…)`. */
export const PUBLIC_ACTS_SQL = PUBLIC_ACTS.map((act) => `'${act}'`).join(', ')

/**
 * SQL: another moderator than the user `$1` could decide an appeal against the act `act` (an alias) either way. Acts
 * on texts are reversed by any of them, others by those above the level of their subject, as `checkMayAct` has it.
 */
export const hasOtherModerator = (act: string) =>
  `EXISTS (SELECT FROM user_account o JOIN user_account s ON s.id = ${act}.subject_id
    WHERE o.is_admin > 0 AND o.banned_at IS NULL AND NOT o.is_demo AND o.id <> $1 AND o.id <> s.id
      AND (o.is_admin > s.is_admin OR (${act}.act = 'hide' AND ${act}.target <> 'nickname')))`

/** SQL of the nickname that `firstNickname` gives without a name; `user` is an alias of user_account. */
export const defaultNickname = (user: string) => `('trader-' || ${user}.unique_code)`

/** SQL: whether the user has no chosen nickname, which also hides a removed one. */
export const hasDefaultNickname = (user: string) => `(${user}.nickname = ${defaultNickname(user)})`

/** SQL: the instants of the bans of a user, repeated ones included; texts that a ban hid have that of its act. */
export const banInstants = (userId: string) =>
  `(SELECT created FROM moderation_act WHERE subject_id = ${userId} AND act = 'ban')`

/** Most recent decided reports of a reporter of which none may be dismissed. */
const JUDGED_REPORTS = 3

/**
 * SQL: whether the report `report` counts toward hiding. `earliest` is the parameter with the latest
 * creation of an account that is old enough. Restored content was reported in error, like dismissed content.
 */
export const isTrusted = (report: string, earliest: string) =>
  `(EXISTS (SELECT FROM user_account a JOIN user_stats s ON s.user_id = a.id
      WHERE a.id = ${report}.reporter_id AND a.created <= ${earliest} AND s.calls >= ${TRUSTED_VOTES})
    AND NOT EXISTS (SELECT FROM (
        SELECT c.decision FROM report d JOIN moderation_case c ON c.id = d.case_id
        WHERE d.reporter_id = ${report}.reporter_id AND d.case_id <> ${report}.case_id
          AND c.closed IS NOT NULL
        ORDER BY d.id DESC LIMIT ${JUDGED_REPORTS}) judged
      WHERE judged.decision IN ('dismiss', 'restore')))`

/** The creation of the youngest account that is old enough `now`, epoch milliseconds. */
export const earliestTrusted = (now: number): Date => new Date(now - TRUSTED_AGE_MS)
