import { Type } from '@sinclair/typebox'
import type { Database } from '#api/infrastructure/database/database.ts'
import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { isSignedIn, queuePush } from '#api/modules/notifications/notification-sql.ts'
import type { PriceLevel } from '#shared/contract/alerts.ts'
import { ALERT_SOUNDS } from '#shared/rules/alert-sounds.ts'
import type { Side } from '#shared/rules/crossing.ts'
import type { Move, WatchedLevel } from './level-book.ts'

const SIDE = Type.Union([Type.Literal('above'), Type.Literal('below')])
const WATCHED = {
  id: column.int,
  user_id: column.int,
  price: column.text,
  side: column.nullable(SIDE),
  is_armed: column.boolean,
}
const LEVEL = {
  id: column.int,
  price: column.text,
  note: column.text,
  sound: column.nullable(Type.Union(ALERT_SOUNDS.map((name) => Type.Literal(name)))),
  repeats: column.boolean,
  created: column.instant,
  expires: column.instant,
}

const LIST = statement(
  `SELECT id, price, note, sound, repeats, created, expires FROM price_level
  WHERE user_id = $1 AND expires > $2 ORDER BY price::numeric DESC`,
  LEVEL,
)
const LOCK_ACCOUNT = statement(
  'SELECT id FROM user_account WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE',
  { id: column.int },
)
const DELETE_EXPIRED_OF = statement('DELETE FROM price_level WHERE user_id = $1 AND expires <= $2')
const INSERT = statement(
  `INSERT INTO price_level (user_id, price, note, sound, repeats, side, is_armed, created, expires)
  VALUES ($1, $2, $3, $4, $5, $6, true, $7, $8)
  RETURNING id, price, note, sound, repeats, created, expires`,
  LEVEL,
)
/** Another price begins with its own side. */
const UPDATE = statement(
  `UPDATE price_level SET note = $4, sound = $5, repeats = $6, expires = $8, price = $3,
    side = CASE price WHEN $3 THEN side ELSE $7 END,
    is_armed = CASE price WHEN $3 THEN is_armed ELSE true END,
    notified = CASE price WHEN $3 THEN notified END
  WHERE user_id = $1 AND id = $2 RETURNING id, price, note, sound, repeats, created, expires`,
  LEVEL,
)
const DELETE = statement('DELETE FROM price_level WHERE user_id = $1 AND id = $2 RETURNING id', {
  id: column.int,
})
const WATCHED_AFTER = statement(
  `SELECT id, user_id, price, side, is_armed FROM price_level
  WHERE id > $1 AND expires > $2 ORDER BY id LIMIT $3`,
  WATCHED,
)
const WATCHED_OF = statement(
  `SELECT id, user_id, price, side, is_armed FROM price_level
  WHERE user_id = ANY(SELECT value::int FROM json_array_elements_text($1::json)) AND expires > $2`,
  WATCHED,
)
const DELETE_EXPIRED = statement('DELETE FROM price_level WHERE expires <= $1 RETURNING id', {
  id: column.int,
})

/**
 * Stores the moves of levels that are still where they came from, and notifies of the crossings among them.
 * A second owner of the feed, or a repetition after a crash, finds no such level; nor does an owner that has not
 * heard yet of a level that was set to another price. People who are signed in
 * nowhere get no notification: they have no list to read. Rows without a user are levels that have ended: those
 * that notify once and have, and those of moves without a level.
 */
const STORE_MOVES = statement(
  `WITH moves AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json)
      AS m (id bigint, price text, "fromSide" text, "fromArmed" bool, side text, "isArmed" bool, "isCrossed" bool)
  ), due AS MATERIALIZED (
    SELECT l.id, l.user_id, l.price, l.note, l.sound, m.side, m."isArmed" AS is_armed, l.repeats,
      m."isCrossed" AND (l.notified IS NULL OR l.notified <= $3) AS notifies
    FROM price_level l JOIN moves m
      ON m.id = l.id AND l.price = m.price AND l.side IS NOT DISTINCT FROM m."fromSide" AND l.is_armed = m."fromArmed"
    WHERE l.expires > $2 ORDER BY l.id FOR UPDATE OF l
  ), moved AS (
    UPDATE price_level l SET side = due.side, is_armed = due.is_armed,
      notified = CASE WHEN due.notifies THEN $2 ELSE l.notified END
    FROM due WHERE l.id = due.id AND (due.repeats OR NOT due.notifies)
  ), used AS (
    DELETE FROM price_level l USING due WHERE l.id = due.id AND due.notifies AND NOT due.repeats
    RETURNING l.id
  ), added AS (
    INSERT INTO notification (user_id, kind, alert, created)
    SELECT user_id, 'level', jsonb_build_object('level', price, 'side', side, 'price', $4::text,
      'note', note, 'sound', sound), $2
    FROM due WHERE notifies AND ${isSignedIn('due.user_id', '$2')}
    ORDER BY id RETURNING id, user_id
  ), queued AS (
    ${queuePush('$2', '$5')}
  ) SELECT id, user_id FROM added
  UNION ALL SELECT id, NULL FROM used
  UNION ALL SELECT id, NULL FROM moves m
    WHERE NOT EXISTS (SELECT FROM price_level l WHERE l.id = m.id AND l.expires > $2)
  ORDER BY id`,
  { id: column.int, user_id: column.nullable(column.int) },
)

/** A level of a user without its id; `side` is that of the present price. */
export interface NewLevel {
  price: string
  note: string
  sound: PriceLevel['sound']
  repeats: boolean
  side: Side | null
  /** Epoch milliseconds, like `expires`. */
  now: number
  expires: number
}

/** Crossings to be stored. Instants are epoch milliseconds. */
export interface MovesAt {
  moves: readonly Move[]
  /** The price that moved the levels, a decimal string. */
  price: string
  now: number
  /** Repeating levels that have notified later stay silent. */
  silentSince: number
  /** Until when a push message is of use. */
  pushUntil: number
}

const toLevel = ({ created, expires, ...row }: StaticColumns<typeof LEVEL>): PriceLevel => ({
  ...row,
  created: created.toISOString(),
  expires: expires.toISOString(),
})

const toWatched = (row: StaticColumns<typeof WATCHED>): WatchedLevel => ({
  id: row.id,
  userId: row.user_id,
  price: row.price,
  side: row.side,
  isArmed: row.is_armed,
})

export type LevelStore = ReturnType<typeof createLevelStore>

/** Price levels in the database. */
export function createLevelStore(database: Database) {
  const list = async (sql: Sql, userId: number, now: number): Promise<PriceLevel[]> =>
    (await sql.query(LIST, [userId, new Date(now)])).map(toLevel)

  return {
    /** The levels of a user, highest first. */
    list: (userId: number, now: number) => list(database, userId, now),

    /**
     * Adds a level. `check` gets the others of the user, whose account is locked meanwhile, and throws to
     * refuse it, or returns the one that it repeats. Null without account.
     */
    add: (userId: number, level: NewLevel, check: (others: PriceLevel[]) => PriceLevel | null) =>
      database.transaction(async (sql): Promise<PriceLevel | null> => {
        if ((await sql.query(LOCK_ACCOUNT, [userId])).length === 0) return null
        await sql.query(DELETE_EXPIRED_OF, [userId, new Date(level.now)])
        const same = check(await list(sql, userId, level.now))
        if (same) return same
        const { price, note, sound, repeats, side, now, expires } = level
        const values = [userId, price, note, sound, repeats, side, new Date(now), new Date(expires)]
        const [row] = await sql.query(INSERT, values)
        return row ? toLevel(row) : null
      }),

    /** Replaces a level as `add` adds one. Null without it. */
    replace: (
      { userId, id }: { userId: number; id: number },
      level: NewLevel,
      check: (others: PriceLevel[]) => void,
    ) =>
      database.transaction(async (sql): Promise<PriceLevel | null> => {
        if ((await sql.query(LOCK_ACCOUNT, [userId])).length === 0) return null
        await sql.query(DELETE_EXPIRED_OF, [userId, new Date(level.now)])
        const others = await list(sql, userId, level.now)
        if (!others.some((other) => other.id === id)) return null
        check(others.filter((other) => other.id !== id))
        const { price, note, sound, repeats, side, expires } = level
        const values = [userId, id, price, note, sound, repeats, side, new Date(expires)]
        const [row] = await sql.query(UPDATE, values)
        return row ? toLevel(row) : null
      }),

    /** @returns whether the user had it */
    async remove(userId: number, id: number): Promise<boolean> {
      return (await database.query(DELETE, [userId, id])).length === 1
    },

    /** Levels of everybody with a greater id, in its order, at most `limit`. */
    async watchedAfter(id: number, now: number, limit: number): Promise<WatchedLevel[]> {
      return (await database.query(WATCHED_AFTER, [id, new Date(now), limit])).map(toWatched)
    },

    async watchedOf(userIds: readonly number[], now: number): Promise<WatchedLevel[]> {
      const rows = await database.query(WATCHED_OF, [JSON.stringify(userIds), new Date(now)])
      return rows.map(toWatched)
    },

    /** @returns the new notifications, and the ids of levels that have ended */
    async storeMoves({
      moves,
      price,
      now,
      silentSince,
      pushUntil,
    }: MovesAt): Promise<{ notified: { id: number; userId: number }[]; ended: number[] }> {
      const rows = moves.map(({ from, ...move }) => ({
        ...move,
        fromSide: from.side,
        fromArmed: from.isArmed,
      }))
      const instants = [now, silentSince].map((instant) => new Date(instant))
      const values = [JSON.stringify(rows), ...instants, price, new Date(pushUntil)]
      const stored = await database.query(STORE_MOVES, values)
      return {
        notified: stored.flatMap(({ id, user_id }) =>
          user_id === null ? [] : [{ id, userId: user_id }],
        ),
        ended: stored.flatMap(({ id, user_id }) => (user_id === null ? [id] : [])),
      }
    },

    /** @returns the ids of the deleted levels */
    async deleteExpired(now: number): Promise<number[]> {
      return (await database.query(DELETE_EXPIRED, [new Date(now)])).map(({ id }) => id)
    },
  }
}
