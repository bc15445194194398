import type { TProperties } from '@sinclair/typebox'
import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { PAGE_SIZE, type Pagination } from '#shared/contract/common.ts'

/** Pages that start within this many rows of the newest are read by OFFSET. */
export const NEAR_ROWS = 2000
/** Rows between two anchors. */
const BLOCK = 1000

/** The plan to read one page of a list that grows at its front. */
export interface PagePlan {
  /** Rows to skip, counted from the newest, or from the oldest when `fromEnd`. */
  offset: number
  limit: number
  /** Scans from the oldest row. Positions from there change only when a row leaves the list. */
  fromEnd: boolean
  pagination: Pagination
}

/** Pagination of page `page` (from 1) of a list of `total` rows. */
export function paginationOf(total: number, page: number, pageSize: number): Pagination {
  const totalPages = Math.ceil(total / pageSize)
  return { currentPage: page, totalPages, totalPosts: total, postsPerPage: pageSize }
}

/** Plans page `page` (from 1) of `total` rows, newest first. Beyond the end the limit is 0. */
export function planPage(total: number, page: number): PagePlan {
  const pagination = paginationOf(total, page, PAGE_SIZE)
  const start = (page - 1) * PAGE_SIZE
  if (start >= total) return { offset: 0, limit: 0, fromEnd: false, pagination }
  const limit = Math.min(PAGE_SIZE, total - start)
  const fromEnd = start > NEAR_ROWS
  return { offset: fromEnd ? total - start - limit : start, limit, fromEnd, pagination }
}

const TOTAL = statement(
  'SELECT coalesce(sum(total), 0)::bigint AS total FROM list_total WHERE list = $1',
  { total: column.int },
)

/** Number of rows of a list, from its counter. */
export async function listTotal(database: Sql, list: string): Promise<number> {
  const [row] = await database.query(TOTAL, [list])
  return row?.total ?? 0
}

/**
 * Caches every thousandth id of a table as far as pages are read. Only for positions `NEAR_ROWS` below
 * the newest row, because a running transaction may still commit a lower id above.
 */
function createAnchors(database: Sql, from: string, condition: string) {
  const next = statement(
    `SELECT id FROM (
       SELECT id, row_number() OVER (ORDER BY id) AS position FROM ${from} ${condition} id >= $1
     ) numbered WHERE position <= $2 AND position > 1 AND position % ${BLOCK} = 1 ORDER BY id`,
    { id: column.int },
  )
  let ids = [0]
  let extending: Promise<void> = Promise.resolve()
  const extendTo = async (block: number) => {
    const known = ids
    const last = known.length - 1
    if (block <= last) return
    const rows = await database.query(next, [known[last] ?? 0, (block - last) * BLOCK + 1])
    // Rows read before a change of the list would give wrong positions.
    if (known === ids) ids.push(...rows.map(({ id }) => id))
  }
  return {
    /** The nearest anchor at or before `position`, counted from the oldest row. */
    async before(position: number): Promise<{ id: number; position: number }> {
      const block = Math.floor(position / BLOCK)
      extending = extending.catch(() => {}).then(() => extendTo(block))
      await extending
      const known = Math.min(block, ids.length - 1)
      return { id: ids[known] ?? 0, position: known * BLOCK }
    },
    /** Forgets the anchors after `id`: a row there has left or joined the list. */
    forgetAfter(id: number): void {
      ids = [0, ...ids.slice(1).filter((anchor) => anchor <= id)]
    },
  }
}

/** A list, newest (highest id) first. `forgetPositions` must follow each row that leaves it. */
export interface ListSource<Columns extends TProperties> {
  /** Its name in list_total. */
  list: string
  /** Table and condition, such as `post WHERE board = 'frees'`. Constant text, never input. */
  from: string
  columns: Columns
  /** The statement around `ids`, a subselect of the page's ids; ordered by id, newest first. */
  select: (ids: string) => string
}

export interface PagedList<Row> {
  /** One page, from 1. */
  page(number: number): Promise<{ rows: Row[]; pagination: Pagination }>
  /** Forgets positions from the row `id` on, because it left or joined the list. */
  forgetPositions(id: number): void
}

/**
 * Reads pages by deferred join: ten ids from the key first, then their rows. SQL, because the first
 * pages are benchmarked and OFFSET 500,000 alone is 38 times slower than OFFSET 5,000.
 */
export function createPagedList<Columns extends TProperties>(
  database: Sql,
  { list, from, select, columns }: ListSource<Columns>,
): PagedList<StaticColumns<Columns>> {
  const condition = / WHERE /i.test(from) ? 'AND' : 'WHERE'
  const anchors = createAnchors(database, from, condition)
  const near = statement(
    select(`SELECT id FROM ${from} ORDER BY id DESC LIMIT $1 OFFSET $2`),
    columns,
  )
  const far = statement(
    select(`SELECT id FROM ${from} ${condition} id >= $3 ORDER BY id LIMIT $1 OFFSET $2`),
    columns,
  )
  return {
    forgetPositions: anchors.forgetAfter,
    async page(number) {
      const { limit, offset, fromEnd, pagination } = planPage(
        await listTotal(database, list),
        number,
      )
      if (limit === 0) return { rows: [], pagination }
      if (!fromEnd) return { rows: await database.query(near, [limit, offset]), pagination }
      const anchor = await anchors.before(offset)
      const rows = await database.query(far, [limit, offset - anchor.position, anchor.id])
      return { rows, pagination }
    },
  }
}
