import { type Static, Type } from '@sinclair/typebox'
import { column, type StaticColumns } from '#api/infrastructure/database/sql.ts'
import { BriefAlert, FlipAlert, LevelAlert, WorthAlert } from '#shared/contract/alerts.ts'
import { Direction } from '#shared/contract/common.ts'
import {
  type Notification,
  NotificationKind,
  SecurityAct,
  StoredThreadNotice,
  type ThreadNotice,
} from '#shared/contract/notifications.ts'
import { BoardType } from '#shared/contract/posts.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import type { ThreadTarget } from '#shared/contract/thread.ts'
import { voteResult } from '#shared/rules/band.ts'

/** A notification for the open windows of its user. */
const NotifiedPerson = Type.Object({ id: Type.Integer(), userId: Type.Integer() })
export type NotifiedPerson = Static<typeof NotifiedPerson>
export const NotifiedPeople = Type.Array(NotifiedPerson)

/** Columns of a notification `n` with its round, own call and rank, as `NOTIFICATION_FROM` joins them. */
export const NOTIFICATION_COLUMNS = `n.kind::text AS kind, r.ref_date, r.target_date, r.ref_price,
  r.outcome::text AS outcome, v.id AS vote_id, v.choice::text AS choice, l.points,
  n.act, n.provider, n.alert, n.season, o.rank, o.points AS season_points, f.ranked_members,
  tp.board AS thread_board, coalesce(nullif(tv.title, ''), tp.title) AS thread_title,
  ta.unique_code AS author_code, ta.nickname AS author_name`

/** SQL: the thread of a notification `n` with a target. */
const threadId = (target: ThreadTarget, type: string) =>
  `CASE n.alert->>'target' WHEN '${target}' THEN (n.alert->>'threadId')::${type} END`

/** Joins of a notification `n`. */
export const NOTIFICATION_JOINS = `LEFT JOIN round r ON r.id = n.round_id
  LEFT JOIN vote v ON v.round_id = n.round_id AND v.user_id = n.user_id AND n.kind = 'settled'
  LEFT JOIN ledger l ON l.vote_id = v.id
  LEFT JOIN season f ON f.season = n.season
  LEFT JOIN season_result o ON o.season = n.season AND o.user_id = n.user_id
  LEFT JOIN vote tv ON tv.id = ${threadId('vote', 'bigint')} AND tv.note_hidden_at IS NULL
  LEFT JOIN post tp ON tp.id = ${threadId('post', 'int')} AND tp.hidden_at IS NULL
  LEFT JOIN user_account ta ON ta.id = (n.alert->>'authorId')::int AND ta.erased_at IS NULL`

/**
 * SQL: whether the person of a notification `n` of a thread has muted it or blocked its author since, or its first
 * reply is not shown any more. `OFFSET 0` makes the planner look up each by index instead of reading whole tables.
 */
export const IS_THREAD_SILENT = `(EXISTS (SELECT FROM thread_follow f WHERE f.user_id = n.user_id AND f.state = 'mute'
    AND (f.vote_id = ${threadId('vote', 'bigint')} OR f.post_id = ${threadId('post', 'int')}))
  OR EXISTS (SELECT FROM block b
    WHERE b.blocker_id = n.user_id AND b.blocked_id = (n.alert->>'authorId')::int OFFSET 0)
  OR NOT EXISTS (SELECT FROM reply a WHERE a.id = (n.alert->>'replyId')::bigint
    AND a.deleted_at IS NULL AND a.hidden_at IS NULL OFFSET 0))`

/** Types of `NOTIFICATION_COLUMNS`. */
export const NOTIFICATION_TYPES = {
  kind: NotificationKind,
  ref_date: column.nullable(column.instant),
  target_date: column.nullable(column.instant),
  ref_price: column.nullable(column.text),
  outcome: column.nullable(Outcome),
  vote_id: column.nullable(column.int),
  choice: column.nullable(Direction),
  points: column.nullable(column.int),
  season: column.nullable(column.text),
  rank: column.nullable(column.int),
  season_points: column.nullable(column.int),
  ranked_members: column.nullable(column.int),
  act: column.nullable(SecurityAct),
  provider: column.nullable(column.text),
  alert: column.nullable(
    Type.Union([LevelAlert, FlipAlert, WorthAlert, BriefAlert, StoredThreadNotice]),
  ),
  thread_board: column.nullable(BoardType),
  thread_title: column.nullable(column.text),
  author_code: column.nullable(column.text),
  author_name: column.nullable(column.text),
}
/**
 * SQL: a message for each device of the people in `added` (id, user_id). The lateral join makes the planner look up
 * each person by index, also without statistics.
 */
export const queuePush = (due: string, expires: string) =>
  `INSERT INTO push_delivery (notification_id, device_id, due, expires)
    SELECT a.id, d.id, ${due}, ${expires} FROM added a
      CROSS JOIN LATERAL (SELECT id FROM push_device WHERE user_id = a.user_id OFFSET 0) d`

/** SQL: the `NotifiedPeople` of `added` (id, user_id). */
export const NOTIFIED = `(SELECT coalesce(json_agg(json_build_object('id', id, 'userId', user_id)), '[]') FROM added)`

/** SQL: whether a person is signed in anywhere; others have no list to read. */
export const isSignedIn = (userId: string, now: string) =>
  `(SELECT true FROM session x WHERE x.user_id = ${userId} AND x.revoked IS NULL AND x.expires > ${now} LIMIT 1)`

/** SQL: whether a person may not vote in the round at `now`, after a vote with an account or sign-in that was left. */
export const hasVotedBefore = (userId: string, now: string) =>
  `coalesce((SELECT u.votes_from > ${now} FROM user_account u WHERE u.id = ${userId}), false)`

type NotificationRow = StaticColumns<typeof NOTIFICATION_TYPES>

/** The parts of a notification that its text needs. */
export type NotificationFacts = Pick<
  Notification,
  | 'kind'
  | 'round'
  | 'vote'
  | 'season'
  | 'security'
  | 'level'
  | 'flip'
  | 'worth'
  | 'brief'
  | 'thread'
>

function threadOf(row: NotificationRow): ThreadNotice | null {
  const { alert, author_code: uniqueCode, author_name: nickname } = row
  if (!alert || !('replyId' in alert)) return null
  const { target, threadId: id, replyId, replies, mentions } = alert
  return {
    target,
    id,
    boardType: row.thread_board,
    title: row.thread_title,
    replyId,
    replies,
    mentions,
    author: uniqueCode === null || nickname === null ? null : { uniqueCode, nickname },
  }
}

export function toFacts(row: NotificationRow): NotificationFacts {
  const { kind, ref_date: refDate, target_date: targetDate, outcome, choice } = row
  const round =
    refDate && targetDate
      ? {
          refDate: refDate.toISOString(),
          targetDate: targetDate.toISOString(),
          refPrice: row.ref_price,
          outcome,
        }
      : null
  // An erased vote has no ledger row of this person.
  const vote =
    row.vote_id !== null && choice !== null && row.points !== null
      ? {
          id: row.vote_id,
          direction: choice,
          result: voteResult(choice, outcome),
          points: row.points,
        }
      : null
  const season =
    row.season === null
      ? null
      : {
          season: row.season,
          rank: row.rank,
          rankedMembers: row.ranked_members ?? 0,
          points: row.season_points ?? 0,
        }
  const { act, provider, alert } = row
  const level = alert && 'level' in alert ? alert : null
  const flip = alert && 'voteId' in alert ? alert : null
  const worth = alert && 'worth' in alert ? alert : null
  const brief = alert && 'openCalls' in alert ? alert : null
  const about = { level, flip, worth, brief, thread: threadOf(row) }
  return { kind, round, vote, season, security: act && { act, provider }, ...about }
}
