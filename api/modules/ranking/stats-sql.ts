import { column } from '#api/infrastructure/database/sql.ts'
import type { Stats } from '#shared/contract/users.ts'

/** Columns of the sums over a person's settled votes, as tables and lists have them. */
export const STATS_COLUMNS = {
  points: column.int,
  calls: column.int,
  right_calls: column.int,
  implied_ppm: column.float,
  settled: column.int,
}

type StatsRow = Record<keyof typeof STATS_COLUMNS, number>

const NO_STATS: Stats = { points: 0, calls: 0, right: 0, impliedPpm: 0, settled: 0 }

/** The sums of a row; zeros without one. */
export const toStats = (row: StatsRow | null): Stats =>
  row
    ? {
        points: row.points,
        calls: row.calls,
        right: row.right_calls,
        impliedPpm: row.implied_ppm,
        settled: row.settled,
      }
    : NO_STATS
