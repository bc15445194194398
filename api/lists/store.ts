import type { TProperties } from '@sinclair/typebox'
import {
  column,
  type Sql,
  type SqlValue,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { type PagePlan, planPage } from './page-plan.ts'

/** Rows between two anchors. */
const BLOCK = 1000
/** The newest rows get no anchor yet: a slower transaction may still commit a lower id among them. */
const UNSETTLED_ROWS = 1000

/** A list of rows that are never deleted, newest (highest id) first. */
export interface ListSource<Columns extends TProperties> {
  /** Its name in list_total and list_anchor. */
  list: string
  /** Table and condition, such as `post WHERE board = 'frees'`. Constant text, never input. */
  from: string
  /** The whole statement around `ids`, a subselect of the page's ids; ordered by id, newest first. */
  select: (ids: string) => string
  columns: Columns
}

export interface PagedList<Row> {
  /** One page, from 1. Costs the same wherever it lies. */
  page(number: number): Promise<{ rows: Row[]; plan: PagePlan }>
  /** Sets the anchors that the rows written since have earned. Answers how many. */
  extendAnchors(): Promise<number>
}

const TOTAL = statement(
  'SELECT coalesce(sum(total), 0)::int AS total FROM list_total WHERE list = $1',
  { total: column.int },
)

const NEAREST_ANCHOR = statement(
  `SELECT block, first_id FROM list_anchor
  WHERE list = $1 AND block <= $2 ORDER BY block DESC LIMIT 1`,
  { block: column.int, first_id: column.int },
)

/** Walks on from the last anchor (or the oldest row) and keeps every thousandth id. */
const extend = (from: string, condition: string) => `INSERT INTO list_anchor (list, block, first_id)
  SELECT $1::text, last.block + (walked.place / ${BLOCK})::int, walked.id
  FROM (SELECT coalesce(max(block), 0) AS block, coalesce(max(first_id), 0) AS first_id
        FROM list_anchor WHERE list = $1::text) last
  CROSS JOIN LATERAL (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS place
    FROM ${from} ${condition} id >= last.first_id
  ) walked
  WHERE walked.place % ${BLOCK} = 0 AND walked.place > 0
    AND last.block * ${BLOCK} + walked.place < $2
  ON CONFLICT DO NOTHING RETURNING block`

/** How many rows a list has, from its counter. */
export async function listTotal(database: Sql, list: string): Promise<number> {
  const [row] = await database.query(TOTAL, [list])
  return row?.total ?? 0
}

/** Reads pages of a list from its counters, its key and its anchors: nothing is ever counted. */
export function createPagedList<Columns extends TProperties>(
  database: Sql,
  source: ListSource<Columns>,
): PagedList<StaticColumns<Columns>> {
  const { list, from, select, columns } = source
  const condition = / WHERE /i.test(from) ? 'AND' : 'WHERE'
  const near = statement(
    select(`SELECT id FROM ${from} ORDER BY id DESC LIMIT $1 OFFSET $2`),
    columns,
  )
  const far = statement(
    select(`SELECT id FROM ${from} ${condition} id >= $3 ORDER BY id LIMIT $1 OFFSET $2`),
    columns,
  )
  const extendText = extend(from, condition)

  /** Limit, rows to skip, and the id from which they are skipped. */
  const farValues = async ({ limit, offset }: PagePlan): Promise<SqlValue[]> => {
    const [anchor] = await database.query(NEAREST_ANCHOR, [list, Math.floor(offset / BLOCK)])
    return [limit, offset - (anchor?.block ?? 0) * BLOCK, anchor?.first_id ?? 0]
  }

  return {
    async page(number) {
      const plan = planPage(await listTotal(database, list), number)
      if (plan.limit === 0) return { rows: [], plan }
      const rows = plan.fromEnd
        ? await database.query(far, await farValues(plan))
        : await database.query(near, [plan.limit, plan.offset])
      return { rows, plan }
    },
    async extendAnchors() {
      const settled = (await listTotal(database, list)) - UNSETTLED_ROWS
      if (settled < BLOCK) return 0
      return (await database.query(statement(extendText), [list, settled])).length
    },
  }
}
