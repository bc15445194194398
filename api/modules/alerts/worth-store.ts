import { type Static, Type } from '@sinclair/typebox'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { isSignedIn, queuePush } from '#api/modules/notifications/notification-sql.ts'
import { Direction, Price } from '#shared/contract/common.ts'
import type { Crossing } from '#shared/rules/crossing.ts'

const SIDE = Type.Union([Type.Literal('above'), Type.Literal('below')])

/** An open call. */
const OpenCall = Type.Object({
  id: Type.Integer(),
  roundId: Type.Integer(),
  choice: Direction,
  hit: Type.Integer(),
  miss: Type.Integer(),
  version: Type.Integer(),
  carried: Type.Integer(),
  refPrice: Price,
  /** Epoch milliseconds. */
  targetDate: Type.Number(),
})
export type OpenCall = Static<typeof OpenCall>

const WATCHED = {
  user_id: column.int,
  mark: column.int,
  known_calls: column.nullable(column.text),
  side: column.nullable(SIDE),
  is_armed: column.nullable(column.boolean),
  calls: Type.Array(OpenCall),
}

/** People with a mark, and their open calls that earn points. `$1` is the present. */
const watched = (which: string) =>
  `SELECT s.user_id, s.worth AS mark, p.calls AS known_calls, p.side, p.is_armed,
    coalesce(c.calls, '[]') AS calls
  FROM notification_setting s LEFT JOIN worth_position p ON p.user_id = s.user_id AND p.mark = s.worth
    CROSS JOIN LATERAL (SELECT json_agg(json_build_object('id', v.id, 'roundId', v.round_id, 'choice',
        v.choice, 'hit', v.offer_hit, 'miss', v.offer_miss, 'version', v.offer_version, 'carried', v.carried,
        'refPrice', r.ref_price, 'targetDate', (extract(epoch FROM r.target_date) * 1000)::float8)
        ORDER BY v.id) AS calls
      FROM round r JOIN vote v ON v.round_id = r.id AND v.user_id = s.user_id
      WHERE r.settled_at IS NULL AND r.ref_price IS NOT NULL AND r.target_date > $1
        AND (v.carried <> 0 OR (v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss))) c
  WHERE s.worth IS NOT NULL AND ${which}`

const WATCHED_AFTER = statement(
  `${watched('c.calls IS NOT NULL AND s.user_id > $2')} ORDER BY s.user_id LIMIT $3`,
  WATCHED,
)
/** By their ids, and by those of votes. */
const WATCHED_OF = statement(
  watched(`(s.user_id = ANY(SELECT value::int FROM json_array_elements_text($2::json))
    OR s.user_id = ANY(SELECT user_id FROM vote
      WHERE id = ANY(SELECT value::bigint FROM json_array_elements_text($3::json))))`),
  WATCHED,
)

/** Before their positions are read: a second owner of the feed waits here, and then reads those of the first. */
const LOCK = statement(
  `SELECT user_id FROM notification_setting
  WHERE user_id = ANY(SELECT value::int FROM json_array_elements_text($1::json))
  ORDER BY user_id FOR NO KEY UPDATE`,
)
/**
 * Stores positions of people whose mark and former position are still those, and notifies of the crossings
 * among them. A second owner of the feed, or a repetition, finds another position.
 */
const STORE_MOVES = statement(
  `WITH due AS MATERIALIZED (
    SELECT m.*, m."isCrossed" AND (p.notified IS NULL OR p.notified <= $3) AS notifies
    FROM json_to_recordset($1::json) AS m ("userId" int, mark int, calls text, "fromCalls" text,
        "fromSide" text, "fromArmed" bool, side text, "isArmed" bool, "isCrossed" bool, worth int)
      JOIN notification_setting s ON s.user_id = m."userId" AND s.worth = m.mark
      LEFT JOIN worth_position p ON p.user_id = m."userId" AND p.mark = m.mark
    WHERE p.side IS NOT DISTINCT FROM m."fromSide" AND p.is_armed IS NOT DISTINCT FROM m."fromArmed"
      AND p.calls IS NOT DISTINCT FROM m."fromCalls"
  ), moved AS (
    INSERT INTO worth_position AS p (user_id, mark, calls, side, is_armed, notified)
    SELECT "userId", mark, calls, side, "isArmed", CASE WHEN notifies THEN $2::timestamptz END FROM due
    ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark, calls = excluded.calls,
      side = excluded.side, is_armed = excluded.is_armed, notified = coalesce(excluded.notified,
        CASE WHEN p.mark = excluded.mark THEN p.notified END)
  ), added AS (
    INSERT INTO notification (user_id, kind, alert, created)
    SELECT "userId", 'worth', jsonb_build_object('mark', mark, 'worth', worth, 'side', side,
      'price', $4::text), $2
    FROM due WHERE notifies AND ${isSignedIn('due."userId"', '$2')}
    ORDER BY "userId" RETURNING id, user_id
  ), queued AS (
    ${queuePush('$2', '$5')}
  ) SELECT id, user_id FROM added ORDER BY id`,
  { id: column.int, user_id: column.int },
)

/** A person with a mark. */
export interface WatchedWorth {
  userId: number
  /** In points. */
  mark: number
  /** Open calls that earn points. */
  calls: readonly OpenCall[]
  /** The calls that the position was stored for, see `callsText`; null without one. */
  knownCalls: string | null
  /** Null without a stored position. */
  position: Crossing | null
}

/** A person's worth has another position to their mark. */
export interface WorthMove {
  userId: number
  mark: number
  fromCalls: string | null
  from: Crossing | null
  calls: string
  to: Crossing
  isCrossed: boolean
  worth: number
}

/** Moves to be stored. Instants are epoch milliseconds. */
export interface WorthMovesAt {
  moves: readonly WorthMove[]
  /** A decimal string. */
  price: string
  now: number
  /** People who were notified later stay without notification. */
  silentSince: number
  /** Until when a push message is of use. */
  pushUntil: number
}

const toWatched = (row: StaticColumns<typeof WATCHED>): WatchedWorth => ({
  userId: row.user_id,
  mark: row.mark,
  calls: row.calls,
  knownCalls: row.known_calls,
  position:
    row.side === null || row.is_armed === null ? null : { side: row.side, isArmed: row.is_armed },
})

export type WorthStore = ReturnType<typeof createWorthStore>

/** Marks of people for what their open calls are worth, in the database. */
export function createWorthStore(database: Database) {
  return {
    /** People with open calls and a greater id, in its order, at most `limit`. */
    async watchedAfter(userId: number, now: number, limit: number): Promise<WatchedWorth[]> {
      return (await database.query(WATCHED_AFTER, [new Date(now), userId, limit])).map(toWatched)
    },

    /** People of a list, and the authors of votes, also without open calls. */
    async watchedOf(userIds: readonly number[], voteIds: readonly number[], now: number) {
      const values = [new Date(now), JSON.stringify(userIds), JSON.stringify(voteIds)]
      return (await database.query(WATCHED_OF, values)).map(toWatched)
    },

    /** @returns the new notifications */
    async storeMoves(at: WorthMovesAt): Promise<{ id: number; userId: number }[]> {
      const rows = at.moves.map(({ from, to, ...move }) => ({
        ...move,
        fromSide: from?.side ?? null,
        fromArmed: from?.isArmed ?? null,
        side: to.side,
        isArmed: to.isArmed,
      }))
      const instants = [at.now, at.silentSince].map((instant) => new Date(instant))
      const values = [JSON.stringify(rows), ...instants, at.price, new Date(at.pushUntil)]
      const userIds = JSON.stringify(rows.map(({ userId }) => userId))
      const added = await database.transaction(async (sql) => {
        await sql.query(LOCK, [userIds])
        return sql.query(STORE_MOVES, values)
      })
      return added.map(({ id, user_id }) => ({ id, userId: user_id }))
    },
  }
}
