import type { Database } from '#api/infrastructure/database/database.ts'
import { paginationOf } from '#api/infrastructure/database/paged-list.ts'
import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import {
  ModerationReason,
  ModerationTarget,
  type Modlog,
  type OpenAppeals,
  type OwnActs,
  PublicAct,
} from '#shared/contract/moderation.ts'
import { BoardType } from '#shared/contract/posts.ts'
import {
  APPEAL_WINDOW_MS,
  type AuditedAct,
  PUBLIC_ACTS,
  reversalOf,
} from '#shared/rules/moderation.ts'
import { findModeratedUser } from './moderated-user-store.ts'
import { hasOtherModerator, PUBLIC_ACTS_SQL } from './moderation-sql.ts'
import { THREAD_COLUMNS, threadOf, toThread } from './reply-thread-sql.ts'
import type { AuditedContent } from './reported-content.ts'

/** Rows on a page of cases or of the log. */
export const MODERATION_PAGE_SIZE = 20

const MODLOG = statement(
  `SELECT m.id, m.act, m.target, m.board, coalesce(u.unique_code, '') AS unique_code, m.reason, m.until,
    m.source = 'reports' AS by_reports, m.created
  FROM moderation_act m LEFT JOIN user_account u ON u.id = m.subject_id
  WHERE m.act IN (${PUBLIC_ACTS_SQL}) AND m.target IS NOT NULL ORDER BY m.id DESC LIMIT $1 OFFSET $2`,
  {
    id: column.int,
    act: PublicAct,
    target: ModerationTarget,
    board: column.nullable(BoardType),
    unique_code: column.text,
    reason: ModerationReason,
    until: column.nullable(column.instant),
    by_reports: column.boolean,
    created: column.instant,
  },
)

const ACT_COLUMNS = {
  id: column.int,
  act: PublicAct,
  target: ModerationTarget,
  target_id: column.int,
  board: column.nullable(BoardType),
  excerpt: column.text,
  reason: ModerationReason,
  message: column.text,
  until: column.nullable(column.instant),
  created: column.instant,
  ...THREAD_COLUMNS,
}
const ACT = `m.id, m.act, m.target, m.target_id, m.board, m.excerpt, m.reason, m.message, m.until,
    m.created, ${threadOf('t')}`
/** SQL: the reply of an act on one. */
const JOIN_REPLY = `LEFT JOIN reply t ON m.target = 'reply' AND t.id = m.target_id`

const OWN_ACTS = statement(
  `SELECT ${ACT}, m.source = 'reports' AS by_reports, a.text AS appeal_text, a.created AS appealed,
    a.decided, a.granted, a.answer
  FROM moderation_act m LEFT JOIN appeal a ON a.act_id = m.id ${JOIN_REPLY}
  WHERE m.subject_id = $1 AND m.act IN (${PUBLIC_ACTS_SQL}) AND m.target IS NOT NULL
  ORDER BY m.id DESC LIMIT 50`,
  {
    ...ACT_COLUMNS,
    by_reports: column.boolean,
    appeal_text: column.nullable(column.text),
    appealed: column.nullable(column.instant),
    decided: column.nullable(column.instant),
    granted: column.nullable(column.boolean),
    answer: column.nullable(column.text),
  },
)

const OPEN_APPEALS = statement(
  `SELECT ${ACT}, m.subject_id, a.text AS appeal_text, a.created AS appealed
  FROM appeal a JOIN moderation_act m ON m.id = a.act_id ${JOIN_REPLY}
  WHERE a.decided IS NULL AND m.subject_id IS DISTINCT FROM $1
    AND ($1 IS NULL OR m.actor_id IS DISTINCT FROM $1 OR NOT ${hasOtherModerator('m')})
  ORDER BY a.created LIMIT 50`,
  { ...ACT_COLUMNS, subject_id: column.int, appeal_text: column.text, appealed: column.instant },
)

const INSERT = statement(
  `INSERT INTO moderation_act (act, source, actor_id, subject_id, target, target_id, board, reason,
    message, until, excerpt, created)
  VALUES ($1, $2, $3, $4, $5::moderation_target, $6, $7::board, $8, $9, $10, $11, $12)`,
)

/** The latest acts of showing and hiding some content of the user `$1`, who is not banned. */
const LATEST = statement(
  `SELECT m.act, m.actor_id, m.excerpt, m.created FROM moderation_act m
  WHERE m.subject_id = $1 AND m.target = $2::moderation_target AND m.target_id = $3
    AND m.act IN ('hide', 'rename', 'restore')
    AND EXISTS (SELECT FROM user_account WHERE id = $1 AND banned_at IS NULL)
  ORDER BY m.id DESC LIMIT 2`,
  {
    act: PublicAct,
    actor_id: column.nullable(column.int),
    excerpt: column.text,
    created: column.instant,
  },
)

interface NewAct {
  act: AuditedAct
  source: 'moderator' | 'reports' | 'self' | 'command'
  /** The moderator; null for the other sources. */
  actorId: number | null
  subjectId: number | null
  /** The content of a public act; null for acts on an account. */
  content: AuditedContent | null
  reason: ModerationReason
  message: string
  /** Instants are epoch milliseconds. */
  until: number | null
  now: number
}

/** Adds a row to the audit table, in the transaction of the act itself. */
export async function insertAct(sql: Sql, added: NewAct): Promise<void> {
  const { act, source, actorId, subjectId, content, reason, message, until, now } = added
  await sql.query(INSERT, [
    act,
    source,
    actorId,
    subjectId,
    content?.target ?? null,
    content?.targetId ?? null,
    content?.board ?? null,
    reason,
    message,
    until === null ? null : new Date(until),
    content?.excerpt ?? '',
    new Date(now),
  ])
}

/**
 * The instant (epoch ms) of the latest act on content if the moderator hid by it, not before `earliest`, what
 * was shown; else null. Null also for a banned author, whose texts the ban may have hidden before.
 */
export async function undoableSince(
  sql: Sql,
  { authorId, target, targetId }: AuditedContent,
  moderatorId: number,
  earliest: number,
): Promise<number | null> {
  const [last, before] = await sql.query(LATEST, [authorId, target, targetId])
  if (!last || last.act === 'restore' || last.actor_id !== moderatorId) return null
  const isSameText = target !== 'nickname' || before?.excerpt === last.excerpt
  const wasHidden = before !== undefined && before.act !== 'restore' && isSameText
  const instant = last.created.getTime()
  return wasHidden || instant < earliest ? null : instant
}

const toActBase = (row: StaticColumns<typeof ACT_COLUMNS>) => ({
  act: row.act,
  target: row.target,
  targetId: row.target_id,
  boardType: row.board,
  thread: toThread(row),
  excerpt: row.excerpt,
  reason: row.reason,
  message: row.message,
})

export type ActStore = ReturnType<typeof createActStore>

/** Acts and appeals in the database, for reading. */
export function createActStore(database: Database) {
  const { moderationAct } = database.prisma
  return {
    /** A page of the public log, newest first. */
    async modlog(page: number): Promise<Modlog> {
      const total = await moderationAct.count({
        where: { act: { in: [...PUBLIC_ACTS] }, target: { not: null } },
      })
      const rows = await database.query(MODLOG, [
        MODERATION_PAGE_SIZE,
        (page - 1) * MODERATION_PAGE_SIZE,
      ])
      const acts = rows.map(({ board, unique_code, until, by_reports, created, ...row }) => ({
        ...row,
        boardType: board,
        uniqueCode: unique_code,
        until: until?.toISOString() ?? null,
        byReports: by_reports,
        created: created.toISOString(),
      }))
      return { acts, pagination: paginationOf(total, page, MODERATION_PAGE_SIZE) }
    },

    /** The latest acts against a user, newest first. */
    async ownActs(userId: number): Promise<OwnActs> {
      const rows = await database.query(OWN_ACTS, [userId])
      return rows.map((row) => ({
        ...toActBase(row),
        id: row.id,
        until: row.until?.toISOString() ?? null,
        byReports: row.by_reports,
        created: row.created.toISOString(),
        appealUntil: reversalOf(row.act)
          ? new Date(row.created.getTime() + APPEAL_WINDOW_MS).toISOString()
          : null,
        appeal:
          row.appealed === null
            ? null
            : {
                text: row.appeal_text ?? '',
                created: row.appealed.toISOString(),
                decided: row.decided?.toISOString() ?? null,
                granted: row.granted,
                answer: row.answer ?? '',
              },
      }))
    },

    /** Appeals that await a decision by this moderator, or all for null (the command), oldest first. */
    async openAppeals(moderatorId: number | null): Promise<OpenAppeals> {
      const rows = await database.query(OPEN_APPEALS, [moderatorId])
      return Promise.all(
        rows.map(async (row) => ({
          ...toActBase(row),
          actId: row.id,
          actCreated: row.created.toISOString(),
          user: await findModeratedUser(database, row.subject_id),
          text: row.appeal_text,
          created: row.appealed.toISOString(),
        })),
      )
    },
  }
}
