import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Statement, statement } from '#api/infrastructure/database/sql.ts'
import type { RepliesQuery, ReplyFilter, ReplyPage, ReplySort } from '#shared/contract/replies.ts'
import { ThreadFollow, type ThreadTarget } from '#shared/contract/thread.ts'
import { REPLY_PAGE } from '#shared/rules/reply.ts'
import {
  REPLY_COLUMNS,
  type ReplyRow,
  selectReplies,
  type ThreadViewer,
  toReply,
} from './reply-sql.ts'

/** A thread: the note of a vote or a post. */
export interface Thread {
  target: ThreadTarget
  /** Id of the vote or post. */
  id: number
}

/** Start of a page in its order; `before` ends it. */
type Position = 'first' | 'after' | 'before' | 'from'

/** SQL: the rows of a thread (`$1`) that a filter keeps. The direction of a vote never changes after a reply. */
const FILTERS: Record<ReplyFilter, string> = {
  called: `JOIN vote n ON n.id = r.vote_id
    JOIN vote c ON c.user_id = r.user_id AND c.round_id = n.round_id`,
  other: `JOIN vote n ON n.id = r.vote_id
    JOIN vote c ON c.user_id = r.user_id AND c.round_id = n.round_id AND c.choice <> n.choice`,
}

/** SQL: conditions of an order with its cursor, `$3` and for `best` `$4`. */
const POSITIONS: Record<ReplySort, Partial<Record<Position, string>>> = {
  oldest: { first: 'true', after: 'r.id > $3', before: 'r.id < $3', from: 'r.id >= $3' },
  best: {
    first: 'r.deleted_at IS NULL',
    after: `r.deleted_at IS NULL AND (r.ranked_likes < $3 OR r.ranked_likes = $3 AND r.id > $4)`,
  },
}

const orderOf = (sort: ReplySort, position: Position) => {
  if (sort === 'best') return 'r.ranked_likes DESC, r.id'
  return position === 'before' ? 'r.id DESC' : 'r.id'
}

/** The statement of a page with one row more, which shows whether another page follows. */
function pageStatement(
  target: ThreadTarget,
  sort: ReplySort,
  filter: ReplyFilter | null,
  position: Position,
): Statement<ReplyRow> {
  const condition = POSITIONS[sort][position] ?? 'false'
  const order = orderOf(sort, position)
  const ids = `SELECT r.id FROM reply r ${filter ? FILTERS[filter] : ''}
    WHERE r.${target}_id = $1 AND ${condition} ORDER BY ${order} LIMIT ${REPLY_PAGE + 1}`
  return statement(`${selectReplies(ids, '$2')} ORDER BY ${order}`, REPLY_COLUMNS)
}

const totalOf = (target: ThreadTarget) =>
  statement(
    `SELECT count(*)::int AS total FROM reply WHERE ${target}_id = $1 AND deleted_at IS NULL`,
    { total: column.int },
  )
const TOTALS = { vote: totalOf('vote'), post: totalOf('post') }

/** SQL: the state of `$2` for the thread `$1`; without a choice the author follows. */
const followOf = (target: ThreadTarget) =>
  statement(
    `SELECT coalesce(
      (SELECT state::text FROM thread_follow WHERE ${target}_id = $1 AND user_id = $2),
      (SELECT 'follow' FROM ${target} WHERE id = $1 AND user_id = $2), 'none') AS state`,
    { state: ThreadFollow },
  )
const FOLLOWS = { vote: followOf('vote'), post: followOf('post') }

const hasOthers = (target: ThreadTarget) =>
  statement(
    `SELECT EXISTS (SELECT FROM reply WHERE ${target}_id = $1 AND user_id <> $2) AS others`,
    { others: column.boolean },
  )
const OTHERS = { vote: hasOthers('vote'), post: hasOthers('post') }

const earlier = (target: ThreadTarget) =>
  statement(`SELECT EXISTS (SELECT FROM reply WHERE ${target}_id = $1 AND id < $2) AS earlier`, {
    earlier: column.boolean,
  })
const EARLIER = { vote: earlier('vote'), post: earlier('post') }

interface Start {
  position: Position
  values: readonly number[]
}

/** Where a page starts; for `best` the cursor has the likes and the id of the last reply. */
function startOf(query: RepliesQuery, sort: ReplySort): Start {
  const { after, before, from } = query
  if (after !== undefined) {
    const values = after.split('_').map(Number)
    if (values.length === (sort === 'best' ? 2 : 1)) return { position: 'after', values }
  }
  if (sort === 'oldest' && before !== undefined) return { position: 'before', values: [before] }
  if (sort === 'oldest' && from !== undefined) return { position: 'from', values: [from] }
  return { position: 'first', values: [] }
}

const cursorOf = ({ id, ranked_likes }: ReplyRow, sort: ReplySort): string =>
  sort === 'best' ? `${ranked_likes}_${id}` : `${id}`

/** Pages of threads in the database. */
export function createThreadStore(database: Database) {
  const statements = new Map<string, Statement<ReplyRow>>()
  const statementOf = (...key: Parameters<typeof pageStatement>) => {
    const name = key.join(' ')
    const known = statements.get(name) ?? pageStatement(...key)
    statements.set(name, known)
    return known
  }

  const hasEarlier = async (target: ThreadTarget, id: number, { position, values }: Start) => {
    if (position !== 'from') return position === 'after'
    const [row] = await database.query(EARLIER[target], [id, values[0] ?? 0])
    return row?.earlier ?? false
  }

  return {
    /** A page of a thread as `viewer` sees it. */
    async page(
      { target, id }: Thread,
      query: RepliesQuery,
      viewer: ThreadViewer,
    ): Promise<ReplyPage> {
      const { sort = 'oldest', filter = null } = query
      const { position, values } = startOf(query, sort)
      const page = statementOf(target, sort, filter, position)
      const isGuest = viewer.userId === 0
      const [rows, totals, follows] = await Promise.all([
        database.query(page, [id, viewer.userId, ...values]),
        database.query(TOTALS[target], [id]),
        isGuest ? [] : database.query(FOLLOWS[target], [id, viewer.userId]),
      ])
      const isMore = rows.length > REPLY_PAGE
      const shown = rows.slice(0, REPLY_PAGE)
      const isBefore = position === 'before'
      if (isBefore) shown.reverse()
      const last = shown.at(-1)
      return {
        readingLocks: false,
        replies: shown.map((row) => toReply(row, viewer)),
        total: totals[0]?.total ?? 0,
        // Behind a page that ends before a reply comes that reply.
        next: last && (isMore || isBefore) ? cursorOf(last, sort) : null,
        hasPrevious: isBefore ? isMore : await hasEarlier(target, id, { position, values }),
        follow: follows[0]?.state ?? null,
      }
    },

    /** Whether the thread has replies of others than `userId`. */
    async hasOthers({ target, id }: Thread, userId: number): Promise<boolean> {
      const [row] = await database.query(OTHERS[target], [id, userId])
      return row?.others ?? false
    },
  }
}

export type ThreadStore = ReturnType<typeof createThreadStore>
