import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { settledPointsSql } from '#api/modules/rounds/points-sql.ts'
import { ROUND_CHECKS } from './round-checks.ts'
import { STATS_CHECKS } from './verify-stats.ts'

const DIFFERENCE_COLUMNS = {
  /** The counter, such as `round_tally`. */
  counter: column.text,
  /** The key of its row, such as `round 3 up`. */
  of: column.text,
  /** The sum or count of the rows. */
  counted: column.float,
  /** The stored counter; 0 where it has no row. */
  stored: column.float,
}
/** A counter that differs from its rows. */
export type CounterDifference = StaticColumns<typeof DIFFERENCE_COLUMNS>

/** Rows that count for their people: of votes cast since `ranks_from`. */
const COUNTED_LEDGER = `(SELECT l.user_id, l.points FROM ledger l JOIN vote v ON v.id = l.vote_id
  JOIN user_account u ON u.id = l.user_id
  WHERE u.ranks_from IS NULL OR v.created >= u.ranks_from) counted`

/** Each check selects (of, counted, stored) for every key that has rows or a counter. */
const CHECKS: Record<string, string> = {
  round_tally: `SELECT concat_ws(' ', 'round', round_id, choice) AS of, counted, stored
    FROM (SELECT round_id, choice, count(*) AS counted FROM vote GROUP BY 1, 2) rows
    FULL JOIN (SELECT round_id, choice, sum(votes) AS stored FROM round_tally GROUP BY 1, 2) tallies
    USING (round_id, choice)`,
  ...ROUND_CHECKS,
  list_total: `SELECT list AS of, counted, stored
    FROM (SELECT 'votes' AS list, count(*) AS counted FROM vote
      UNION ALL SELECT 'notes', count(*) FROM vote WHERE has_content AND note_hidden_at IS NULL
      UNION ALL SELECT board::text, count(*) FROM post WHERE hidden_at IS NULL GROUP BY 1
      UNION ALL SELECT 'important', count(*) FROM post
        WHERE board = 'notices' AND priority < 99 AND hidden_at IS NULL) rows
    FULL JOIN (SELECT list, sum(total) AS stored FROM list_total GROUP BY 1) totals USING (list)`,
  'user_stats.points': `SELECT 'user ' || user_id AS of, counted, stored
    FROM (SELECT user_id, sum(points) AS counted FROM ${COUNTED_LEDGER} GROUP BY 1) rows
    FULL JOIN (SELECT user_id, points AS stored FROM user_stats) stats USING (user_id)`,
  'user_stats.settled': `SELECT 'user ' || user_id AS of, counted, stored
    FROM (SELECT user_id, count(*) AS counted FROM ${COUNTED_LEDGER} GROUP BY 1) rows
    FULL JOIN (SELECT user_id, settled AS stored FROM user_stats) stats USING (user_id)`,
  'user_stats.last_vote_at': `SELECT 'user ' || user_id AS of, counted, stored
    FROM (SELECT user_id, extract(epoch FROM max(created)) AS counted FROM vote GROUP BY 1) rows
    FULL JOIN (SELECT user_id, extract(epoch FROM last_vote_at) AS stored FROM user_stats) stats
    USING (user_id)`,
  'user_stats.first_vote_at': `SELECT 'user ' || user_id AS of, counted, stored
    FROM (SELECT user_id, extract(epoch FROM min(created)) AS counted FROM vote GROUP BY 1) rows
    FULL JOIN (SELECT user_id, extract(epoch FROM first_vote_at) AS stored FROM user_stats) stats
    USING (user_id)`,
  // A settled round has one ledger row per vote, an open round has none. A round that is being settled
  // has some, so it is left out.
  ledger: `SELECT 'round ' || round.id AS of, counted, stored FROM round
    LEFT JOIN (SELECT round_id AS id, count(*) AS counted FROM vote
      JOIN round ON round.id = round_id WHERE settled_at IS NOT NULL GROUP BY 1) rows USING (id)
    LEFT JOIN (SELECT round_id AS id, count(*) AS stored FROM ledger GROUP BY 1) entries USING (id)
    WHERE pending_outcome IS NULL`,
  // Each vote of a round in the log has a commitment.
  'round.receipt_size': `SELECT 'round ' || id AS of, receipt_size AS stored,
      (SELECT count(*) FROM vote WHERE round_id = round.id) AS counted
    FROM round WHERE log_index IS NOT NULL`,
  commitment_tile: `SELECT 'round ' || id AS of, receipt_size AS counted,
      (SELECT sum(length(commitments) / 32) FROM commitment_tile WHERE round_id = round.id) AS stored
    FROM round WHERE log_index IS NOT NULL`,
  // Rounds follow each other in the log without gaps, and each ends in a checkpoint.
  log_checkpoint: `SELECT 'round ' || id AS of, log_index + receipt_size AS counted, size AS stored
    FROM round LEFT JOIN log_checkpoint ON round_id = round.id WHERE log_index IS NOT NULL`,
  // The ledger copies user and round from the vote without a foreign key.
  'ledger.user': copyCheck('user_id'),
  'ledger.round': copyCheck('round_id'),
  'ledger.points': `SELECT 'vote ' || vote_id AS of, points AS stored,
      ${settledPointsSql('due')} AS counted
    FROM ledger JOIN vote ON vote.id = vote_id
      JOIN (SELECT id, coalesce(outcome, pending_outcome) AS due FROM round) paid_by
        ON paid_by.id = vote.round_id`,
  ...STATS_CHECKS,
  ...reactionChecks('vote'),
  ...rankedLikesCheck('vote'),
  ...reactionChecks('post'),
  ...reactionChecks('reply'),
  ...rankedLikesCheck('reply'),
}

function copyCheck(column: 'user_id' | 'round_id'): string {
  return `SELECT 'vote ' || vote_id AS of, vote.${column} AS counted, ledger.${column} AS stored
    FROM ledger JOIN vote ON vote.id = vote_id`
}

function reactionChecks(table: 'vote' | 'post' | 'reply'): Record<string, string> {
  const check = (kind: 'like' | 'dislike') =>
    `SELECT '${table} ' || ${table}.id AS of, count(reaction.kind) AS counted,
      ${table}.${kind}s AS stored
    FROM ${table} LEFT JOIN ${table}_reaction reaction
      ON reaction.${table}_id = ${table}.id AND reaction.kind = '${kind}' GROUP BY ${table}.id`
  return { [`${table}.likes`]: check('like'), [`${table}.dislikes`]: check('dislike') }
}

function rankedLikesCheck(table: 'vote' | 'reply'): Record<string, string> {
  return {
    [`${table}.ranked_likes`]: `SELECT '${table} ' || ${table}.id AS of, count(reaction.kind) AS counted,
      ${table}.ranked_likes AS stored
    FROM ${table} LEFT JOIN ${table}_reaction reaction
      ON reaction.${table}_id = ${table}.id AND reaction.kind = 'like' AND reaction.ranks
    GROUP BY ${table}.id`,
  }
}

/** One statement, so that counters and rows come from one snapshot. */
const VERIFY = Object.entries(CHECKS)
  .map(
    ([counter, check]) => `SELECT '${counter}' AS counter, of::text,
      coalesce(counted, 0)::float8 AS counted, coalesce(stored, 0)::float8 AS stored
    FROM (${check}) checked WHERE coalesce(counted, 0) <> coalesce(stored, 0)`,
  )
  .join('\nUNION ALL\n')

/** Lists every counter that differs from its rows. Reads whole tables. */
export function verifyCounters(database: Sql): Promise<CounterDifference[]> {
  return database.query(statement(`${VERIFY}\nORDER BY 1, 2`, DIFFERENCE_COLUMNS))
}
