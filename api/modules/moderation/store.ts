import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import type { Pagination } from '#shared/contract/common.ts'
import {
  type CaseDetail,
  type CaseItem,
  type CaseList,
  type ModeratedUser,
  ModerationReason,
  ModerationTarget,
  type Modlog,
  type OpenAppeals,
  type OwnActs,
  PublicAct,
} from '#shared/contract/moderation.ts'
import { BoardType } from '#shared/contract/posts.ts'
import { APPEAL_WINDOW_MS, PUBLIC_ACTS, reversalOf } from '#shared/rules/moderation.ts'
import { isTrusted } from './reports.ts'
import { findThing } from './things.ts'

const LIST_SIZE = 20
const PUBLIC = PUBLIC_ACTS.map((act) => `'${act}'`).join(', ')

const CASE_COLUMNS = {
  id: column.int,
  target: ModerationTarget,
  target_id: column.int,
  board: column.nullable(BoardType),
  excerpt: column.text,
  author_id: column.int,
  unique_code: column.text,
  nickname: column.text,
  reports: column.int,
  reasons: column.text,
  is_hidden: column.boolean,
  opened: column.instant,
  closed: column.nullable(column.instant),
  decision: column.nullable(column.text),
}

const CASE = `SELECT c.id, c.target, c.target_id, p.board,
    CASE c.target WHEN 'vote' THEN coalesce(v.title, '') WHEN 'post' THEN coalesce(p.title, '')
      ELSE u.nickname END AS excerpt,
    c.author_id, u.unique_code, u.nickname,
    (SELECT count(*)::int FROM report r WHERE r.case_id = c.id) AS reports,
    (SELECT coalesce(string_agg(DISTINCT r.reason, ','), '') FROM report r WHERE r.case_id = c.id)
      AS reasons,
    coalesce(v.note_hidden_at, p.hidden_at) IS NOT NULL
      OR (c.target = 'nickname' AND u.nickname = 'trader-' || u.unique_code) AS is_hidden,
    c.opened, c.closed, c.decision
  FROM moderation_case c JOIN user_account u ON u.id = c.author_id
    LEFT JOIN vote v ON c.target = 'vote' AND v.id = c.target_id
    LEFT JOIN post p ON c.target = 'post' AND p.id = c.target_id`

/** Hidden things and many reports first, then the oldest. */
const OPEN_CASES = statement(
  `SELECT * FROM (${CASE} WHERE c.closed IS NULL) cases
  ORDER BY is_hidden DESC, reports DESC, id LIMIT $1 OFFSET $2`,
  CASE_COLUMNS,
)
const CLOSED_CASES = statement(
  `${CASE} WHERE c.closed IS NOT NULL ORDER BY c.closed DESC, c.id DESC LIMIT $1 OFFSET $2`,
  CASE_COLUMNS,
)
const ONE_CASE = statement(`${CASE} WHERE c.id = $1`, CASE_COLUMNS)

const REPORTS = statement(
  `SELECT r.reporter_id, u.unique_code, u.nickname, r.reason, r.text, r.created,
    ${isTrusted('r.reporter_id')} AS trusted
  FROM report r JOIN user_account u ON u.id = r.reporter_id WHERE r.case_id = $1 ORDER BY r.id LIMIT 100`,
  {
    reporter_id: column.int,
    unique_code: column.text,
    nickname: column.text,
    reason: ModerationReason,
    text: column.text,
    created: column.instant,
    trusted: column.boolean,
  },
)

const USER = statement(
  `SELECT u.id, u.unique_code, u.nickname, u.created, coalesce(s.settled, 0) AS settled, u.is_admin,
    u.muted_until, u.banned_at,
    (SELECT count(*)::int FROM moderation_act a WHERE a.subject_id = u.id AND a.act IN (${PUBLIC}))
      AS past_acts
  FROM user_account u LEFT JOIN user_stats s ON s.user_id = u.id WHERE u.id = $1`,
  {
    id: column.int,
    unique_code: column.text,
    nickname: column.text,
    created: column.instant,
    settled: column.int,
    is_admin: column.int,
    muted_until: column.nullable(column.instant),
    banned_at: column.nullable(column.instant),
    past_acts: column.int,
  },
)

const MODLOG = statement(
  `SELECT m.id, m.act, m.target, m.board, coalesce(u.unique_code, '') AS unique_code, m.reason, m.until,
    m.source = 'reports' AS by_reports, m.created
  FROM moderation_act m LEFT JOIN user_account u ON u.id = m.subject_id
  WHERE m.act IN (${PUBLIC}) AND m.target IS NOT NULL ORDER BY m.id DESC LIMIT $1 OFFSET $2`,
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
}
const ACT = `m.id, m.act, m.target, m.target_id, m.board, m.excerpt, m.reason, m.message, m.until,
    m.created`

const OWN_ACTS = statement(
  `SELECT ${ACT}, a.text AS appeal_text, a.created AS appealed, a.decided, a.granted, a.answer
  FROM moderation_act m LEFT JOIN appeal a ON a.act_id = m.id
  WHERE m.subject_id = $1 AND m.act IN (${PUBLIC}) AND m.target IS NOT NULL
  ORDER BY m.id DESC LIMIT 50`,
  {
    ...ACT_COLUMNS,
    appeal_text: column.nullable(column.text),
    appealed: column.nullable(column.instant),
    decided: column.nullable(column.instant),
    granted: column.nullable(column.boolean),
    answer: column.nullable(column.text),
  },
)

const OPEN_APPEALS = statement(
  `SELECT ${ACT}, m.subject_id, a.text AS appeal_text, a.created AS appealed
  FROM appeal a JOIN moderation_act m ON m.id = a.act_id
  WHERE a.decided IS NULL AND m.subject_id IS NOT NULL ORDER BY a.created LIMIT 50`,
  { ...ACT_COLUMNS, subject_id: column.int, appeal_text: column.text, appealed: column.instant },
)

function paginationOf(total: number, page: number): Pagination {
  const totalPages = Math.ceil(total / LIST_SIZE)
  return { currentPage: page, totalPages, totalPosts: total, postsPerPage: LIST_SIZE }
}

function toCaseItem(row: StaticColumns<typeof CASE_COLUMNS>): CaseItem {
  return {
    id: row.id,
    target: row.target,
    targetId: row.target_id,
    boardType: row.board,
    excerpt: row.excerpt,
    author: { id: row.author_id, uniqueCode: row.unique_code, nickname: row.nickname },
    reports: row.reports,
    reasons: row.reasons.split(',').filter(isReason),
    hidden: row.is_hidden,
    opened: row.opened.toISOString(),
    closed: row.closed?.toISOString() ?? null,
    decision: row.decision,
  }
}

const isReason = (reason: string): reason is CaseItem['reasons'][number] =>
  ModerationReason.anyOf.some((one) => one.const === reason)

const toActBase = (row: StaticColumns<typeof ACT_COLUMNS>) => ({
  act: row.act,
  target: row.target,
  targetId: row.target_id,
  boardType: row.board,
  excerpt: row.excerpt,
  reason: row.reason,
  message: row.message,
})

export type ModerationStore = ReturnType<typeof createModerationStore>

/** Cases, appeals and the log in the database, for reading. */
export function createModerationStore(database: Database) {
  const { moderationCase, moderationAct } = database.prisma

  const findUser = async (id: number): Promise<ModeratedUser> => {
    const [row] = await database.query(USER, [id])
    if (!row) throw new Error(`there is no user ${id}`)
    return {
      id: row.id,
      uniqueCode: row.unique_code,
      nickname: row.nickname,
      created: row.created.toISOString(),
      settledVotes: row.settled,
      isAdmin: row.is_admin,
      mutedUntil: row.muted_until?.toISOString() ?? null,
      bannedAt: row.banned_at?.toISOString() ?? null,
      pastActs: row.past_acts,
    }
  }

  return {
    /** A page of open cases by urgency, or of closed ones, newest first. */
    async cases(state: 'open' | 'closed', page: number): Promise<CaseList> {
      const total = await moderationCase.count({
        where: { closed: state === 'open' ? null : { not: null } },
      })
      const list = state === 'open' ? OPEN_CASES : CLOSED_CASES
      const rows = await database.query(list, [LIST_SIZE, (page - 1) * LIST_SIZE])
      return { cases: rows.map(toCaseItem), pagination: paginationOf(total, page) }
    },

    /** A case with its reports; null when it does not exist. */
    async case(id: number): Promise<CaseDetail | null> {
      const [row] = await database.query(ONE_CASE, [id])
      if (!row) return null
      const [thing, author, reports] = await Promise.all([
        findThing(database, row.target, row.target_id),
        findUser(row.author_id),
        database.query(REPORTS, [id]),
      ])
      return {
        ...toCaseItem(row),
        content: thing?.content ?? '',
        author,
        reportList: reports.map((report) => ({
          reporter: {
            id: report.reporter_id,
            uniqueCode: report.unique_code,
            nickname: report.nickname,
          },
          trusted: report.trusted,
          reason: report.reason,
          text: report.text,
          created: report.created.toISOString(),
        })),
      }
    },

    /** A page of the public log, newest first. */
    async modlog(page: number): Promise<Modlog> {
      const total = await moderationAct.count({
        where: { act: { in: [...PUBLIC_ACTS] }, target: { not: null } },
      })
      const rows = await database.query(MODLOG, [LIST_SIZE, (page - 1) * LIST_SIZE])
      const acts = rows.map(({ board, unique_code, until, by_reports, created, ...row }) => ({
        ...row,
        boardType: board,
        uniqueCode: unique_code,
        until: until?.toISOString() ?? null,
        byReports: by_reports,
        created: created.toISOString(),
      }))
      return { acts, pagination: paginationOf(total, page) }
    },

    /** The latest acts against a user, newest first. */
    async ownActs(userId: number): Promise<OwnActs> {
      const rows = await database.query(OWN_ACTS, [userId])
      return rows.map((row) => ({
        ...toActBase(row),
        id: row.id,
        until: row.until?.toISOString() ?? null,
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

    /** Appeals that await a decision, oldest first. */
    async openAppeals(): Promise<OpenAppeals> {
      const rows = await database.query(OPEN_APPEALS, [])
      return Promise.all(
        rows.map(async (row) => ({
          ...toActBase(row),
          actId: row.id,
          actCreated: row.created.toISOString(),
          user: await findUser(row.subject_id),
          text: row.appeal_text,
          created: row.appealed.toISOString(),
        })),
      )
    },
  }
}
