import { column } from '#api/infrastructure/database/sql.ts'
import type { TestedRecord } from '#shared/rules/skill-test.ts'

/** Columns of `skill` k, which a row may lack. */
export const SKILL_FIGURES = `coalesce(k.calls, 0) AS tested_calls,
  coalesce(k.points, 0) AS tested_points, coalesce(k.variance, 0) AS variance,
  coalesce(k.own_variance, 0) AS own_variance, k.rotation`

export const SKILL_COLUMNS = {
  tested_calls: column.int,
  tested_points: column.int,
  variance: column.float,
  own_variance: column.float,
  rotation: column.nullable(column.float),
}

interface SkillRow {
  tested_calls: number
  tested_points: number
  variance: number
  rotation: number | null
}

/** The record that the skill test reads from a row. */
export const toTestedRecord = (row: SkillRow): TestedRecord => ({
  calls: row.tested_calls,
  points: row.tested_points,
  variance: row.variance,
  rotation: row.rotation,
})
