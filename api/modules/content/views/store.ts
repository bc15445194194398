import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

export type ViewTarget = 'vote' | 'post'

export interface RecentView {
  target: ViewTarget
  id: number
  /** Keyed SHA-256 of the viewer, because addresses must not be stored. */
  viewer: Uint8Array
  /** Start of the hour, epoch milliseconds. */
  hour: number
}

/** Inserts a batch of views and counts those that are new within their hour. */
const countStatement = (target: ViewTarget) =>
  statement(
    `WITH added AS (
      INSERT INTO recent_view (kind, post_id, viewer, hour)
      SELECT '${target}', x.post_id, decode(x.viewer, 'hex'), x.hour
      FROM jsonb_to_recordset($1::text::jsonb) AS x(post_id bigint, viewer text, hour timestamptz)
      ON CONFLICT DO NOTHING RETURNING post_id
    ), counted AS (
      SELECT post_id, count(*)::int AS views FROM added GROUP BY 1 ORDER BY 1
    )
    UPDATE ${target} t SET views = t.views + counted.views FROM counted WHERE t.id = counted.post_id
    RETURNING t.id`,
    { id: column.int },
  )

const COUNT = { vote: countStatement('vote'), post: countStatement('post') }

export type ViewStore = ReturnType<typeof createViewStore>

/** Views in the database. */
export function createViewStore(database: Database) {
  return {
    /** Counts new views of one target type. @returns the number of rows with more views */
    async count(target: ViewTarget, views: readonly RecentView[]): Promise<number> {
      const rows = views.map(({ id, viewer, hour }) => ({
        post_id: id,
        viewer: Buffer.from(viewer).toString('hex'),
        hour: new Date(hour).toISOString(),
      }))
      return (await database.query(COUNT[target], [JSON.stringify(rows)])).length
    },

    async deleteBefore(instant: number): Promise<void> {
      await database.prisma.recentView.deleteMany({ where: { hour: { lt: new Date(instant) } } })
    },
  }
}
