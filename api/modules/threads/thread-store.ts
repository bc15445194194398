import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Statement, statement } from '#api/infrastructure/database/sql.ts'
import { createSharedReads } from '#api/infrastructure/shared-reads.ts'
import type { RepliesQuery, ReplyFilter, ReplyPage, ReplySort } from '#shared/contract/replies.ts'
import type { ThreadTarget } from '#shared/contract/thread.ts'
import { REPLY_PAGE } from '#shared/rules/reply.ts'
import {
  REPLY_COLUMNS,
  type ReplyRow,
  selectReplies,
  type ThreadViewer,
  toReply,
} from './reply-sql.ts'
import { createThreadViewerStore } from './thread-viewer-store.ts'

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

/** SQL: conditions of an order with its cursor, `$2` and for `best` `$3`. A cursor may exceed any number of likes. */
const POSITIONS: Record<ReplySort, Partial<Record<Position, string>>> = {
  oldest: { first: 'true', after: 'r.id > $2', before: 'r.id < $2', from: 'r.id >= $2' },
  best: {
    first: 'r.deleted_at IS NULL',
    after: `r.deleted_at IS NULL AND (r.ranked_likes < $2::bigint OR r.ranked_likes = $2::bigint AND r.id > $3)`,
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
  return statement(`${selectReplies(ids)} ORDER BY ${order}`, REPLY_COLUMNS)
}

const totalOf = (target: ThreadTarget) =>
  statement(
    `SELECT count(*)::int AS total FROM reply WHERE ${target}_id = $1 AND deleted_at IS NULL`,
    { total: column.int },
  )
const TOTALS = { vote: totalOf('vote'), post: totalOf('post') }

const hasOthers = (target: ThreadTarget) =>
  statement(
    `SELECT EXISTS (SELECT FROM reply WHERE ${target}_id = $1 AND user_id <> $2) AS others`,
    { others: column.boolean },
  )
const OTHERS = { vote: hasOthers('vote'), post: hasOthers('post') }

/** Whether a thread has replies before one (`$2`). */
const earlier = (target: ThreadTarget) =>
  statement(`SELECT EXISTS (SELECT FROM reply WHERE ${target}_id = $1 AND id < $2) AS is_there`, {
    is_there: column.boolean,
  })
const EARLIER = { vote: earlier('vote'), post: earlier('post') }

/** Whether it has this one or later ones. */
const later = (target: ThreadTarget) =>
  statement(`SELECT EXISTS (SELECT FROM reply WHERE ${target}_id = $1 AND id >= $2) AS is_there`, {
    is_there: column.boolean,
  })
const LATER = { vote: later('vote'), post: later('post') }

interface Start {
  position: Position
  values: readonly number[]
}

interface PageOrder {
  sort: ReplySort
  filter: ReplyFilter | null
  start: Start
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

/** A page of a thread as everybody gets it. */
interface SharedPage extends Pick<ReplyPage, 'total' | 'next' | 'hasPrevious'> {
  rows: readonly ReplyRow[]
}

/** Pages of threads in the database. */
export function createThreadStore(database: Database) {
  const readShared = createSharedReads<SharedPage>()
  const viewers = createThreadViewerStore(database)
  const statements = new Map<string, Statement<ReplyRow>>()
  const statementOf = (...key: Parameters<typeof pageStatement>) => {
    const name = key.join(' ')
    const known = statements.get(name) ?? pageStatement(...key)
    statements.set(name, known)
    return known
  }

  const isThere = async (source: typeof EARLIER, { target, id }: Thread, { values }: Start) => {
    const [row] = await database.query(source[target], [id, values[0] ?? 0])
    return row?.is_there ?? false
  }

  const readPage = async (thread: Thread, { sort, filter, start }: PageOrder) => {
    const { target, id } = thread
    const { position, values } = start
    const isBefore = position === 'before'
    const [rows, totals, isBehind] = await Promise.all([
      database.query(statementOf(target, sort, filter, position), [id, ...values]),
      database.query(TOTALS[target], [id]),
      isBefore && isThere(LATER, thread, start),
    ])
    const isMore = rows.length > REPLY_PAGE
    const shown = rows.slice(0, REPLY_PAGE)
    if (isBefore) shown.reverse()
    const last = shown.at(-1)
    const isFrom = position === 'from'
    return {
      rows: shown,
      total: totals[0]?.total ?? 0,
      next: last && (isBefore ? isBehind : isMore) ? cursorOf(last, sort) : null,
      hasPrevious: isBefore
        ? isMore
        : position === 'after' || (isFrom && (await isThere(EARLIER, thread, start))),
    }
  }

  return {
    /** A page of a thread as `viewer` sees it. */
    async page(thread: Thread, query: RepliesQuery, viewer: ThreadViewer): Promise<ReplyPage> {
      const { sort = 'oldest', filter = null } = query
      const order: PageOrder = { sort, filter, start: startOf(query, sort) }
      const { target, id } = thread
      const { userId } = viewer
      const [{ rows, total, next, hasPrevious }, follow] = await Promise.all([
        readShared(`${target} ${id} ${JSON.stringify(order)}`, () => readPage(thread, order)),
        userId === 0 ? null : viewers.follow(target, id, userId),
      ])
      const ids = rows.map((row) => row.id)
      const reactions = userId === 0 ? null : await viewers.reactions(ids, userId)
      return {
        readingLocks: false,
        replies: rows.map((row) => toReply(row, viewer, reactions?.get(row.id) ?? null)),
        total,
        next,
        hasPrevious,
        follow,
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
