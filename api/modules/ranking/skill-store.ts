import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { seasonSql } from '#api/modules/rounds/points-sql.ts'
import { Direction } from '#shared/contract/common.ts'
import { Outcome } from '#shared/contract/rounds.ts'
import { offerVariance } from '#shared/rules/skill-test.ts'
import { Way } from './rotation-store.ts'
import type { SettledVote, TestedRound } from './skill-tasks.ts'

/** Rounds whose votes have no variance yet, oldest first; an older one that is not settled holds them back. */
const DUE = statement(
  `SELECT r.id, r.ref_date, r.target_date, r.ref_price, r.ref_source, r.outcome,
    ${seasonSql('r.target_date')} AS season, e.id AS earlier_id, e.target_date AS earlier_target,
    e.ref_price AS earlier_price,
    (SELECT min(id) FROM vote WHERE round_id = r.id) AS first_vote,
    (SELECT max(id) FROM vote WHERE round_id = r.id) AS last_vote
  FROM round r LEFT JOIN round e ON e.target_date > r.ref_date AND e.target_date < r.target_date
    AND e.outcome <> 'void'
  WHERE r.settled_at IS NOT NULL AND r.tested_at IS NULL AND r.target_date
    < coalesce((SELECT min(target_date) FROM round WHERE settled_at IS NULL), 'infinity')
  ORDER BY r.target_date LIMIT 1`,
  {
    id: column.int,
    ref_date: column.instant,
    target_date: column.instant,
    ref_price: column.nullable(column.text),
    ref_source: column.nullable(column.text),
    outcome: Outcome,
    season: column.text,
    earlier_id: column.nullable(column.int),
    earlier_target: column.nullable(column.instant),
    earlier_price: column.nullable(column.text),
    first_vote: column.nullable(column.int),
    last_vote: column.nullable(column.int),
  },
)

/** Settled votes of round `$1` in a range of ids, with the call of round `$2`; erased people have no record. */
const VOTES = statement(
  `SELECT v.id, v.choice, v.offer_hit, v.offer_miss, v.offer_version, v.carried, v.entry_price,
    coalesce(v.accepted, v.created) AS accepted_at,
    u.erased_at IS NULL AND v.created >= coalesce(u.ranks_from, '-infinity') AS is_counted,
    e.choice AS earlier_choice, e.offer_hit AS earlier_hit, e.offer_miss AS earlier_miss
  FROM vote v JOIN ledger l ON l.vote_id = v.id JOIN user_account u ON u.id = v.user_id
  -- One index lookup per vote, also while the planner believes that the table is small.
  LEFT JOIN LATERAL (SELECT choice, offer_hit, offer_miss FROM vote
      WHERE user_id = v.user_id AND round_id = $2 AND choice <> 'unknown' AND offer_hit <> offer_miss
        AND created >= coalesce(u.ranks_from, '-infinity') OFFSET 0) e ON true
  WHERE v.round_id = $1 AND v.id >= $3 AND v.id < $4 AND l.variance IS NULL`,
  {
    id: column.int,
    choice: Direction,
    offer_hit: column.int,
    offer_miss: column.int,
    offer_version: column.int,
    carried: column.int,
    entry_price: column.nullable(column.text),
    accepted_at: column.instant,
    is_counted: column.boolean,
    earlier_choice: column.nullable(Way),
    earlier_hit: column.nullable(column.int),
    earlier_miss: column.nullable(column.int),
  },
)

/**
 * Writes variances of votes and adds those that had none to the sums of their people, all time and in season
 * `$2`. The person is that of the locked row: an erasure may move it meanwhile.
 */
const SAVE = statement(
  `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(727006)), given AS MATERIALIZED (
    SELECT g.* FROM turn, jsonb_to_recordset($1::text::jsonb)
      AS g (vote_id bigint, variance float8, own float8, calls int, counts boolean)
  ), written AS (
    UPDATE ledger l SET variance = g.variance FROM given g
    WHERE l.vote_id = g.vote_id AND l.variance IS NULL
    RETURNING l.user_id, l.points, g.variance, g.own, g.calls, g.counts
  )
  INSERT INTO skill AS s (user_id, list, calls, points, variance, own_variance)
  SELECT user_id, list, calls, points, variance, own
  FROM written CROSS JOIN (VALUES ('all'), ($2)) lists (list) WHERE counts ORDER BY user_id, list
  ON CONFLICT (user_id, list) DO UPDATE SET calls = s.calls + excluded.calls,
    points = s.points + excluded.points, variance = s.variance + excluded.variance,
    own_variance = s.own_variance + excluded.own_variance, rotation = NULL`,
)

const FINISH = statement('UPDATE round SET tested_at = $2 WHERE id = $1 AND tested_at IS NULL')

/** A settled round whose votes have no variance yet. */
export interface RoundToTest {
  id: number
  refDate: number
  season: string
  /** Null when nobody won or lost. */
  round: TestedRound | null
  before: (Pick<TestedRound, 'targetDate' | 'refPrice'> & { id: number }) | null
  /** The first id of its votes, and the one after the last. */
  from: number
  to: number
}

/** A settled vote; `isCounted` when it belongs to the record of its person. */
export interface VoteToTest extends SettledVote {
  id: number
  isCounted: boolean
}

export type SkillStore = ReturnType<typeof createSkillStore>

/** Variances of settled votes, and the sums of the skill test. */
export function createSkillStore(database: Database) {
  return {
    /** The oldest round to test; null for none. */
    async dueRound(): Promise<RoundToTest | null> {
      const [row] = await database.query(DUE)
      if (!row) return null
      const { outcome, ref_price: refPrice, ref_source: source } = row
      const isVoid = outcome === 'void' || refPrice === null || source === null
      const { earlier_id: id, earlier_target: target, earlier_price: price } = row
      const isAlone = id === null || target === null || price === null
      return {
        id: row.id,
        refDate: row.ref_date.getTime(),
        season: row.season,
        round: isVoid ? null : { targetDate: row.target_date.getTime(), refPrice, source, outcome },
        before: isAlone ? null : { id, targetDate: target.getTime(), refPrice: price },
        from: row.first_vote ?? 0,
        to: (row.last_vote ?? -1) + 1,
      }
    },

    /** Votes of a round without a variance, with ids in `[from, to)`. */
    async votes(round: RoundToTest, from: number, to: number): Promise<VoteToTest[]> {
      const rows = await database.query(VOTES, [round.id, round.before?.id ?? 0, from, to])
      return rows.map((row) => {
        const { choice, offer_hit: hit, offer_miss: miss, earlier_choice: earlier } = row
        const rest = { version: row.offer_version, acceptedAt: row.accepted_at.getTime() }
        const isCall = choice !== 'unknown' && hit !== miss
        return {
          id: row.id,
          isCounted: row.is_counted,
          call: isCall ? { choice, hit, miss, ...rest, entryPrice: row.entry_price } : null,
          carried: row.carried,
          earlier: earlier && {
            choice: earlier,
            hit: row.earlier_hit ?? 0,
            miss: row.earlier_miss ?? 0,
          },
        }
      })
    },

    /** Stores what each vote adds to a variance. Idempotent. */
    async save(
      season: string,
      votes: readonly VoteToTest[],
      variances: readonly number[],
    ): Promise<void> {
      const rows = votes.map(({ id, isCounted, call, carried }, index) => ({
        vote_id: id,
        variance: isCounted ? variances[index] : 0,
        own: carried ** 2 + (call ? offerVariance(call) : 0),
        calls: call ? 1 : 0,
        counts: isCounted,
      }))
      await database.transaction((sql) => sql.query(SAVE, [JSON.stringify(rows), season]))
    },

    /** Marks a round as tested at `now` (epoch ms). */
    async finish(roundId: number, now: number): Promise<void> {
      await database.query(FINISH, [roundId, new Date(now)])
    },
  }
}
