import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { seasonSql } from '#api/modules/rounds/points-sql.ts'
import { RANKING_PAGE_SIZE } from '#shared/contract/ranking.ts'
import type { Stats } from '#shared/contract/users.ts'
import { type SkillLevel, skillLevel } from '#shared/rules/skill-test.ts'
import { SKILL_COLUMNS, SKILL_FIGURES, toTestedRecord } from './skill-sql.ts'
import { STATS_COLUMNS, toStats } from './stats-sql.ts'

/** SQL: the newest settled round that is not void, which the list `last-round` ranks. */
export const LAST_ROUND = `SELECT id, target_date, outcome FROM round
  WHERE settled_at IS NOT NULL AND outcome <> 'void' ORDER BY target_date DESC LIMIT 1`

/** Live rankings and those of final seasons: tables of one shape. */
const LIVE = { table: 'ranking', key: 'list' }
const FINAL = { table: 'season_result', key: 'season' }

/** The limit bounds the planner's estimate of joined rows, also while a new list has no statistics. */
const pageOf = ({ table, key }: typeof LIVE, condition: string) =>
  statement(
    `SELECT p.rank, p.user_id, p.points, p.settled, p.calls, p.right_calls,
      p.implied_ppm::float8 AS implied_ppm, u.nickname, u.unique_code,
      u.banned_at IS NOT NULL AS banned, ${SKILL_FIGURES}
    FROM (SELECT * FROM ${table} WHERE ${key} = $1 AND rank > $2 ORDER BY rank
        LIMIT ${RANKING_PAGE_SIZE}) p
      LEFT JOIN user_account u ON u.id = p.user_id
      LEFT JOIN skill k ON k.user_id = p.user_id AND k.list = p.${key}
    WHERE ${condition} ORDER BY p.rank`,
    {
      rank: column.int,
      user_id: column.nullable(column.int),
      ...STATS_COLUMNS,
      nickname: column.nullable(column.text),
      unique_code: column.nullable(column.text),
      banned: column.boolean,
      ...SKILL_COLUMNS,
    },
  )
// Who is banned or erased leaves at once; the rows below move up when the list is written again.
const LIVE_PAGE = pageOf(LIVE, 'u.id IS NOT NULL AND u.banned_at IS NULL AND u.erased_at IS NULL')
const FINAL_PAGE = pageOf(FINAL, 'true')

const placeIn = ({ table, key }: typeof LIVE) =>
  statement(
    `SELECT rank, points, settled, calls, right_calls, implied_ppm::float8 AS implied_ppm
    FROM ${table} WHERE ${key} = $1 AND user_id = $2`,
    { rank: column.int, ...STATS_COLUMNS },
  )
const LIVE_PLACE = placeIn(LIVE)
const FINAL_PLACE = placeIn(FINAL)

const SKILL = statement(
  `SELECT ${SKILL_FIGURES} FROM skill k WHERE k.user_id = $1 AND k.list = $2`,
  SKILL_COLUMNS,
)
const SIZE = statement('SELECT members, experienced FROM ranking_list WHERE list = $1', {
  members: column.int,
  experienced: column.int,
})
const SEASONS = statement(
  `SELECT DISTINCT ${seasonSql('target_date')} AS season FROM round ORDER BY 1 DESC`,
  { season: column.text },
)
const LAST_TARGET = statement(`SELECT target_date FROM (${LAST_ROUND}) r`, {
  target_date: column.instant,
})
const FROZEN = statement('SELECT frozen_at, ranked_members FROM season WHERE season = $1', {
  frozen_at: column.instant,
  ranked_members: column.int,
})

/** A person's rank from 1, with the stats that it was computed from. */
export interface Place {
  rank: number
  stats: Stats
}

export type RankingStore = ReturnType<typeof createRankingStore>

/** Reads rankings. A list is a season (`2026Q4`), `all` or `last-round`. */
export function createRankingStore(database: Database) {
  return {
    /** A page of the places of a list after rank `after`. Erased people have no nickname. */
    page: (list: string, isFinal: boolean, after: number) =>
      database.query(isFinal ? FINAL_PAGE : LIVE_PAGE, [list, after]),

    /** The place of a person; null for one who is not in the list. */
    async place(list: string, isFinal: boolean, userId: number): Promise<Place | null> {
      const [row] = await database.query(isFinal ? FINAL_PLACE : LIVE_PLACE, [list, userId])
      return row ? { rank: row.rank, stats: toStats(row) } : null
    },

    /** The words of a person in a list. */
    async skill(list: string, userId: number): Promise<SkillLevel> {
      const [row] = await database.query(SKILL, [userId, list])
      return row ? skillLevel(toTestedRecord(row)) : 'early'
    },

    /** Members of a live list, and those of them with the calls that the skill test needs. */
    async size(list: string): Promise<{ members: number; experienced: number }> {
      return (await database.query(SIZE, [list]))[0] ?? { members: 0, experienced: 0 }
    },

    /** Seasons of the rounds, newest first. */
    async seasons(): Promise<string[]> {
      return (await database.query(SEASONS)).map(({ season }) => season)
    },

    /** Target of the newest settled round that is not void (epoch ms); null before the first. */
    async lastTarget(): Promise<number | null> {
      return (await database.query(LAST_TARGET))[0]?.target_date.getTime() ?? null
    },

    /** When a season became final, with its number of members; null before. */
    async frozen(season: string): Promise<{ frozenAt: number; members: number } | null> {
      const [row] = await database.query(FROZEN, [season])
      return row ? { frozenAt: row.frozen_at.getTime(), members: row.ranked_members } : null
    },
  }
}
