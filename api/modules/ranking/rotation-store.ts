import * as Type from '@sinclair/typebox'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, integerArray, statement } from '#api/infrastructure/database/sql.ts'
import { seasonSql } from '#api/modules/rounds/points-sql.ts'
import { UNLIKELY_Z } from '#shared/rules/skill-test.ts'
import { SKILL_MIN_CALLS } from '#shared/rules/track-record.ts'
import type { OpenSeries } from './past-market.ts'
import type { PricedCall, TestedRound } from './skill-tasks.ts'

/** A direction in a row. */
export const Way = Type.Union([Type.Literal('up'), Type.Literal('steady'), Type.Literal('down')])

/** The condition of the index `skill_unrotated`. */
const UNROTATED = `rotation IS NULL AND calls >= ${SKILL_MIN_CALLS}
  AND points::float8 * points >= ${UNLIKELY_Z ** 2} * variance`
const TO_ROTATE = statement(
  `SELECT user_id, list, calls, points FROM skill WHERE ${UNROTATED} ORDER BY user_id, list LIMIT $1`,
  { user_id: column.int, list: column.text, calls: column.int, points: column.int },
)

/** The calls of people in tested rounds, by person and target. */
const CALLS = statement(
  `SELECT l.user_id, ${seasonSql('r.target_date')} AS season, r.target_date, r.ref_price,
    r.ref_source, r.outcome, v.choice, v.offer_hit, v.offer_miss, v.offer_version, v.entry_price,
    coalesce(v.accepted, v.created) AS accepted_at
  FROM ledger l JOIN vote v ON v.id = l.vote_id JOIN round r ON r.id = l.round_id
    JOIN user_account u ON u.id = l.user_id
  WHERE l.user_id = ANY($1::text::int[]) AND l.variance IS NOT NULL
    AND v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss AND r.outcome <> 'void'
    AND v.created >= coalesce(u.ranks_from, '-infinity')
  ORDER BY l.user_id, r.target_date`,
  {
    user_id: column.int,
    season: column.text,
    target_date: column.instant,
    ref_price: column.text,
    ref_source: column.text,
    outcome: Way,
    choice: Way,
    offer_hit: column.int,
    offer_miss: column.int,
    offer_version: column.int,
    entry_price: column.nullable(column.text),
    accepted_at: column.instant,
  },
)
/** Only of records that are as they were read. */
const SAVE_ROTATIONS = statement(
  `UPDATE skill s SET rotation = g.rotation FROM jsonb_to_recordset($1::text::jsonb)
    AS g (user_id int, list text, calls int, points int, rotation float8)
  WHERE (s.user_id, s.list, s.calls, s.points) = (g.user_id, g.list, g.calls, g.points)`,
)

const OPENS = statement(
  `SELECT otime, open FROM candle WHERE source = $1 AND otime > $2 AND otime <= $3
  ORDER BY otime LIMIT $4`,
  { otime: column.instant, open: column.text },
)
/** Candles in a query, which holds the thread of the embedded database. */
const OPENS_AT_ONCE = 5_000

/** A record to compare with its rotations; `list` is `all` or a season. */
export interface RecordToRotate {
  userId: number
  list: string
  calls: number
  points: number
}

/** A call with its person, season and round. */
export interface PersonCall {
  userId: number
  season: string
  round: TestedRound
  call: PricedCall
}

/** In memory that threads share, which a message to one does not copy. */
function sharedNumbers(values: readonly number[]): Float64Array {
  const bytes = new SharedArrayBuffer(values.length * Float64Array.BYTES_PER_ELEMENT)
  const numbers = new Float64Array(bytes)
  numbers.set(values)
  return numbers
}

export type RotationStore = ReturnType<typeof createRotationStore>

/** Records that are far from luck, their calls and the candles of the past. */
export function createRotationStore(database: Database) {
  return {
    /** At most `count` records whose rotation is not computed. */
    async records(count: number): Promise<RecordToRotate[]> {
      const rows = await database.query(TO_ROTATE, [count])
      return rows.map(({ user_id: userId, ...rest }) => ({ userId, ...rest }))
    },

    /** Calls of people in tested rounds, of each in the order of targets. */
    async calls(userIds: readonly number[]): Promise<PersonCall[]> {
      const rows = await database.query(CALLS, [integerArray(userIds)])
      return rows.map((row) => ({
        userId: row.user_id,
        season: row.season,
        round: {
          targetDate: row.target_date.getTime(),
          refPrice: row.ref_price,
          source: row.ref_source,
          outcome: row.outcome,
        },
        call: {
          choice: row.choice,
          hit: row.offer_hit,
          miss: row.offer_miss,
          version: row.offer_version,
          acceptedAt: row.accepted_at.getTime(),
          entryPrice: row.entry_price,
        },
      }))
    },

    /** Stores p-values in the order of the records; a record that has changed is left for later. */
    async save(records: readonly RecordToRotate[], rotations: readonly number[]): Promise<void> {
      const rows = records.map(({ userId, ...record }, index) => ({
        ...record,
        user_id: userId,
        rotation: rotations[index],
      }))
      await database.query(SAVE_ROTATIONS, [JSON.stringify(rows)])
    },

    /** Hourly opens of a source after `from` until `to` (epoch ms). */
    async opens(source: string, from: number, to: number): Promise<OpenSeries> {
      const times: number[] = []
      const opens: number[] = []
      let after = from
      for (;;) {
        const rows = await database.query(OPENS, [
          source,
          new Date(after),
          new Date(to),
          OPENS_AT_ONCE,
        ])
        for (const { otime, open } of rows) {
          times.push(otime.getTime())
          opens.push(Number(open))
        }
        after = times.at(-1) ?? after
        if (rows.length < OPENS_AT_ONCE) break
      }
      return { times: sharedNumbers(times), opens: sharedNumbers(opens) }
    },
  }
}
