import { Type } from '@sinclair/typebox'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, isoSql, type Statement, statement } from '#api/infrastructure/database/sql.ts'
import {
  DEFAULT_KINDS,
  FANOUT_KINDS,
  type FanoutKind as Kind,
} from '#shared/rules/notification-kinds.ts'
import {
  hasVotedBefore,
  isSignedIn,
  NOTIFIED,
  NotifiedPeople,
  type NotifiedPerson,
  queuePush,
} from './notification-sql.ts'

/** A fan-out in progress. Instants are epoch milliseconds. */
export interface Fanout {
  id: number
  kind: Kind
  roundId: number | null
  season: string | null
  flipId: number | null
  position: number
  /** Start of the round; null for a season. */
  refDate: number | null
  /** When the price changed its band; null but for flips. */
  flipped: number | null
}

/** Events that get notifications: those since `since`, and the round that closes soon. */
export interface DueEvents {
  /** Epoch milliseconds. */
  since: number
  /** Start of the round that closes within an hour; null for none. */
  closingRefDate: number | null
}

/** Nothing is inserted, and no id used up, for an event that has its fan-out. */
const INSERT_DUE = statement(
  `INSERT INTO notification_fanout (kind, round_id, season)
  SELECT kind::notification_kind, round_id, season FROM (
    SELECT 'settled' AS kind, id AS round_id, NULL AS season FROM round WHERE settled_at > $1
    UNION ALL SELECT 'opened', id, NULL FROM round WHERE ref_date > $1 AND ref_price IS NOT NULL
      AND settled_at IS NULL
    UNION ALL SELECT 'closing', id, NULL FROM round WHERE ref_date = $2 AND ref_price IS NOT NULL
    UNION ALL SELECT 'season', NULL, season FROM season WHERE frozen_at > $1
  ) due WHERE NOT EXISTS (SELECT FROM notification_fanout f WHERE f.kind::text = due.kind
    AND f.round_id IS NOT DISTINCT FROM due.round_id AND f.season IS NOT DISTINCT FROM due.season)
  ON CONFLICT DO NOTHING`,
)

/** The oldest fan-out that no other process works on. */
const CLAIM = statement(
  `SELECT f.id, f.kind::text AS kind, f.round_id, f.season, f.flip_id, f.position, r.ref_date,
    c.created AS flipped
  FROM notification_fanout f LEFT JOIN round r ON r.id = f.round_id
    LEFT JOIN call_flip c ON c.id = f.flip_id
  WHERE f.done_at IS NULL ORDER BY f.id LIMIT 1 FOR UPDATE OF f SKIP LOCKED`,
  {
    id: column.int,
    kind: Type.Union(FANOUT_KINDS.map((kind) => Type.Literal(kind))),
    round_id: column.nullable(column.int),
    season: column.nullable(column.text),
    flip_id: column.nullable(column.int),
    position: column.int,
    ref_date: column.nullable(column.instant),
    flipped: column.nullable(column.instant),
  },
)
const ADVANCE = statement('UPDATE notification_fanout SET position = $2 WHERE id = $1')
const FINISH = statement('UPDATE notification_fanout SET done_at = $2 WHERE id = $1')

/** Flips of a call that its author gets on a UTC day. */
const FLIPS_MAX = 2

/** People that an event may reach, by key after `$2`, at most `$3`. `$1` is the round or season, `$4` the present. */
const PEOPLE: Record<Kind, string> = {
  settled: `SELECT id AS key, user_id FROM vote
    WHERE round_id = $1 AND (choice <> 'unknown' OR carried <> 0) AND id > $2 ORDER BY id LIMIT $3`,
  closing: `SELECT user_id AS key, user_id FROM session WHERE user_id > $2
    AND NOT EXISTS (SELECT FROM vote v WHERE v.user_id = session.user_id AND v.round_id = $1)
    AND NOT ${hasVotedBefore('session.user_id', '$4')}
    GROUP BY user_id ORDER BY user_id LIMIT $3`,
  opened: `SELECT user_id AS key, user_id FROM notification_setting
    WHERE opened AND user_id > $2 ORDER BY user_id LIMIT $3`,
  flip: `SELECT v.id AS key, v.user_id FROM call_flip c JOIN vote v ON v.round_id = c.round_id
    WHERE c.id = $1 AND v.choice IN (c.from_band, c.to_band) AND v.id > $2 ORDER BY v.id LIMIT $3`,
  season: `SELECT rank AS key, user_id FROM season_result
    WHERE season = $1 AND rank > $2 ORDER BY rank LIMIT $3`,
}

const SWITCH: Record<Kind, string> = {
  settled: 's.settled',
  closing: 's.closing',
  season: 's.season',
  opened: 's.opened',
  flip: 's.flip',
}

/** Subject of the notifications of a kind. */
interface Subject {
  column: 'round_id' | 'season' | 'alert'
  value: string
  joins?: string
  and?: string
}
const ROUND: Subject = { column: 'round_id', value: '$1::int' }
const SUBJECT: Record<Kind, Subject> = {
  settled: ROUND,
  closing: ROUND,
  opened: ROUND,
  season: { column: 'season', value: '$1::text' },
  flip: {
    column: 'alert',
    value: `jsonb_build_object('voteId', p.key, 'targetDate',
      ${isoSql('r.target_date')}, 'refPrice', r.ref_price,
      'direction', v.choice, 'isRight', v.choice = c.to_band, 'price', c.price)`,
    joins:
      'JOIN call_flip c ON c.id = $1 JOIN round r ON r.id = c.round_id JOIN vote v ON v.id = p.key',
    and: `AND (SELECT count(*) FROM notification n WHERE n.user_id = p.user_id AND n.kind = 'flip'
        AND n.created >= date_trunc('day', $4::timestamptz, 'UTC') AND n.alert->>'voteId' = p.key::text)
      < ${FLIPS_MAX}`,
  },
}

/**
 * Creates the notifications of one batch of people, with a delivery for each of their devices. People who
 * are signed in nowhere get none: they have no list to read. Scalar subqueries and the lateral join make
 * the planner look up each person by index, also without statistics.
 */
const notify = (kind: Kind) =>
  statement(
    `WITH people AS MATERIALIZED (${PEOPLE[kind]}), added AS (
      INSERT INTO notification (user_id, kind, ${SUBJECT[kind].column}, created)
      SELECT p.user_id, '${kind}'::notification_kind, ${SUBJECT[kind].value}, $4
      FROM people p ${SUBJECT[kind].joins ?? ''}
      WHERE coalesce((SELECT ${SWITCH[kind]} FROM notification_setting s WHERE s.user_id = p.user_id),
          ${DEFAULT_KINDS[kind]})
        AND ${isSignedIn('p.user_id', '$4')} ${SUBJECT[kind].and ?? ''}
      ORDER BY p.key ON CONFLICT DO NOTHING RETURNING id, user_id
    ), queued AS (
      ${queuePush('$4', '$5')}
    ) SELECT coalesce(max(key), 0)::bigint AS position, count(*)::int AS people,
      ${kind === 'flip' ? NOTIFIED : "'[]'::json"} AS notified FROM people`,
    { position: column.int, people: column.int, notified: NotifiedPeople },
  )
type Notify = Statement<{ position: number; people: number; notified: NotifiedPerson[] }>
const NOTIFY: Record<Kind, Notify> = {
  settled: notify('settled'),
  closing: notify('closing'),
  season: notify('season'),
  opened: notify('opened'),
  flip: notify('flip'),
}

const DELETE_OLD = statement(
  `WITH old AS (DELETE FROM notification WHERE id IN
    (SELECT id FROM notification WHERE created < $1 ORDER BY created LIMIT $2) RETURNING id)
  SELECT count(*)::int AS rows FROM old`,
  { rows: column.int },
)

export type FanoutStore = ReturnType<typeof createFanoutStore>

/** Creation of notifications in the database. `batchSize` is the number of people in a batch. */
export function createFanoutStore(database: Database, batchSize: number) {
  return {
    /** Creates the fan-outs of due events. Idempotent, also in several processes. */
    async createDue({ since, closingRefDate }: DueEvents): Promise<void> {
      const closing = closingRefDate === null ? null : new Date(closingRefDate)
      await database.query(INSERT_DUE, [new Date(since), closing])
    },

    /**
     * Creates the notifications of the next batch in one transaction. `expiresOf` returns the instant until
     * which the fan-out is of use (epoch ms). @returns the flips among them; null when nothing is left to do
     */
    runBatch: (
      now: number,
      expiresOf: (fanout: Fanout) => number,
    ): Promise<readonly NotifiedPerson[] | null> =>
      database.transaction(async (sql) => {
        const [row] = await sql.query(CLAIM)
        if (!row) return null
        const { id, kind, season, position } = row
        const refDate = row.ref_date?.getTime() ?? null
        const fanout = {
          id,
          kind,
          roundId: row.round_id,
          season,
          flipId: row.flip_id,
          position,
          refDate,
          flipped: row.flipped?.getTime() ?? null,
        }
        const expires = expiresOf(fanout)
        const at = new Date(now)
        const subject = season ?? row.flip_id ?? row.round_id
        let notified: readonly NotifiedPerson[] = []
        if (expires > now) {
          const values = [subject, position, batchSize, at, new Date(expires)]
          const [done] = await sql.query(NOTIFY[kind], values)
          notified = done?.notified ?? []
          if (done && done.people === batchSize) {
            await sql.query(ADVANCE, [id, done.position])
            return notified
          }
        }
        await sql.query(FINISH, [id, at])
        return notified
      }),

    /** Deletes notifications from before `until` (epoch ms), at most `limit`. @returns their number */
    async deleteOld(until: number, limit: number): Promise<number> {
      const [row] = await database.query(DELETE_OLD, [new Date(until), limit])
      return row?.rows ?? 0
    },
  }
}
