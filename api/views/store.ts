import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'

export type ViewedKind = 'vote' | 'post'

export interface RecentView {
  kind: ViewedKind
  postId: number
  /** SHA-256 of who looked: never an address itself. */
  viewer: Uint8Array
  /** Start of the hour, epoch milliseconds. */
  hour: number
}

/** Marks are unique, so a viewer counts once an hour; only new marks raise the count. */
const count = (kind: ViewedKind) => `WITH marked AS (
    INSERT INTO recent_view (kind, post_id, viewer, hour)
    SELECT '${kind}', x.post_id, decode(x.viewer, 'hex'), x.hour
    FROM jsonb_to_recordset($1::text::jsonb) AS x(post_id int, viewer text, hour timestamptz)
    ON CONFLICT DO NOTHING RETURNING post_id
  ), counted AS (
    SELECT post_id, count(*)::int AS views FROM marked GROUP BY 1 ORDER BY 1
  )
  UPDATE ${kind} t SET views = t.views + counted.views FROM counted WHERE t.id = counted.post_id
  RETURNING t.id`

export type ViewStore = ReturnType<typeof createViewStore>

/** Views in the database. */
export function createViewStore(database: Database) {
  return {
    /** Counts the marks that are new, all of one kind. Answers how many rows got more views. */
    async count(kind: ViewedKind, marks: readonly RecentView[]): Promise<number> {
      const rows = marks.map((mark) => ({
        post_id: mark.postId,
        viewer: Buffer.from(mark.viewer).toString('hex'),
        hour: new Date(mark.hour).toISOString(),
      }))
      return (await database.query(statement(count(kind)), [JSON.stringify(rows)])).length
    },

    /** Forgets the marks of hours before `instant`. */
    async forgetBefore(instant: number): Promise<void> {
      await database.prisma.recentView.deleteMany({ where: { hour: { lt: new Date(instant) } } })
    },
  }
}
