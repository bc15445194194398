import { Type } from '@sinclair/typebox'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { Direction } from '#shared/rules/band.ts'
import type { BandPosition } from '#shared/rules/band-position.ts'

const SIDE = column.nullable(Type.Union([Type.Literal('above'), Type.Literal('below')]))

/** A round whose calls are open, with the position of the last stored price in its band. */
export interface OpenRound {
  id: number
  /** Epoch milliseconds. */
  targetDate: number
  refPrice: string
  position: BandPosition | null
}

const OPEN = statement(
  `SELECT r.id, r.target_date, r.ref_price, b.up_side, b.up_armed, b.down_side, b.down_armed
  FROM round r LEFT JOIN round_band b ON b.round_id = r.id
  WHERE r.settled_at IS NULL AND r.pending_outcome IS NULL AND r.ref_price IS NOT NULL
    AND r.target_date > $1 ORDER BY r.id`,
  {
    id: column.int,
    target_date: column.instant,
    ref_price: column.text,
    up_side: SIDE,
    up_armed: column.nullable(column.boolean),
    down_side: SIDE,
    down_armed: column.nullable(column.boolean),
  },
)

const INSERT = statement(
  `INSERT INTO round_band (round_id, up_side, up_armed, down_side, down_armed)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING round_id`,
  { round_id: column.int },
)

/**
 * Stores a position if the former one is still stored, and with another band the event for its calls. A
 * second owner of the feed, or a repetition, finds another position.
 */
const MOVE = statement(
  `WITH moved AS (
    UPDATE round_band SET up_side = $2, up_armed = $3, down_side = $4, down_armed = $5
    WHERE round_id = $1 AND up_side = $6 AND up_armed = $7 AND down_side = $8 AND down_armed = $9
    RETURNING round_id
  ), flipped AS (
    INSERT INTO call_flip (round_id, from_band, to_band, price, created)
    SELECT round_id, $10::direction, $11::direction, $12, $13 FROM moved WHERE $10 <> $11 RETURNING id
  ), announced AS (
    INSERT INTO notification_fanout (kind, flip_id)
    SELECT 'flip'::notification_kind, id FROM flipped
  ) SELECT round_id FROM moved`,
  { round_id: column.int },
)

const DELETE_OLD = statement('DELETE FROM call_flip WHERE created < $1')

/** A price has another position in the band of a round. */
export interface BandMove {
  roundId: number
  from: BandPosition
  to: BandPosition
  fromBand: Direction
  toBand: Direction
  price: string
  /** Epoch milliseconds. */
  now: number
}

const valuesOf = ({ up, down }: BandPosition) => [up.side, up.isArmed, down.side, down.isArmed]

export type FlipStore = ReturnType<typeof createFlipStore>

/** Positions of the price in the bands of open rounds, in the database. */
export function createFlipStore(database: Database) {
  return {
    async openRounds(now: number): Promise<OpenRound[]> {
      const rows = await database.query(OPEN, [new Date(now)])
      return rows.map((row) => {
        const { up_side: up, up_armed: upArmed, down_side: down, down_armed: downArmed } = row
        const isKnown = up !== null && down !== null && upArmed !== null && downArmed !== null
        return {
          id: row.id,
          targetDate: row.target_date.getTime(),
          refPrice: row.ref_price,
          position: isKnown
            ? { up: { side: up, isArmed: upArmed }, down: { side: down, isArmed: downArmed } }
            : null,
        }
      })
    },

    /** Stores the first position of a round. @returns whether it had none */
    async begin(roundId: number, position: BandPosition): Promise<boolean> {
      return (await database.query(INSERT, [roundId, ...valuesOf(position)])).length === 1
    },

    /** @returns whether the former position was still stored */
    async move({ roundId, from, to, fromBand, toBand, price, now }: BandMove): Promise<boolean> {
      const positions = [...valuesOf(to), ...valuesOf(from)]
      const values = [roundId, ...positions, fromBand, toBand, price, new Date(now)]
      return (await database.query(MOVE, values)).length === 1
    },

    /** Deletes flips from before `until` (epoch milliseconds). */
    async deleteOld(until: number): Promise<void> {
      await database.query(DELETE_OLD, [new Date(until)])
    },
  }
}
