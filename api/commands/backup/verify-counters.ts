import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'

const DIFFERENCE_COLUMNS = {
  /** The counter, such as `round_tally`. */
  counter: column.text,
  /** The key of its row, such as `round 3 up`. */
  of: column.text,
  /** The sum or count of the rows. */
  counted: column.float,
  /** The stored counter; 0 where it has no row. */
  kept: column.float,
}
/** A counter that differs from its rows. */
export type CounterDifference = StaticColumns<typeof DIFFERENCE_COLUMNS>

/** Each check answers (of, counted, kept) of every key that has rows or a counter. */
const CHECKS: Record<string, string> = {
  round_tally: `SELECT concat_ws(' ', 'round', round_id, choice) AS of, counted, kept
    FROM (SELECT round_id, choice, count(*) AS counted FROM vote GROUP BY 1, 2) rows
    FULL JOIN (SELECT round_id, choice, sum(votes) AS kept FROM round_tally GROUP BY 1, 2) tallies
    USING (round_id, choice)`,
  list_total: `SELECT list AS of, counted, kept
    FROM (SELECT 'votes' AS list, count(*) AS counted FROM vote
      UNION ALL SELECT board::text, count(*) FROM post GROUP BY 1
      UNION ALL SELECT 'important', count(*) FROM post
        WHERE board = 'notices' AND priority < 99) rows
    FULL JOIN (SELECT list, sum(total) AS kept FROM list_total GROUP BY 1) totals USING (list)`,
  'user_stats.points': `SELECT 'user ' || user_id AS of, counted, kept
    FROM (SELECT user_id, sum(points) AS counted FROM ledger GROUP BY 1) rows
    FULL JOIN (SELECT user_id, points AS kept FROM user_stats) stats USING (user_id)`,
  'user_stats.settled': `SELECT 'user ' || user_id AS of, counted, kept
    FROM (SELECT user_id, count(*) AS counted FROM ledger GROUP BY 1) rows
    FULL JOIN (SELECT user_id, settled AS kept FROM user_stats) stats USING (user_id)`,
  'user_stats.last_vote_at': `SELECT 'user ' || user_id AS of, counted, kept
    FROM (SELECT user_id, extract(epoch FROM max(created)) AS counted FROM vote GROUP BY 1) rows
    FULL JOIN (SELECT user_id, extract(epoch FROM last_vote_at) AS kept FROM user_stats) stats
    USING (user_id)`,
  'user_stats.first_vote_at': `SELECT 'user ' || user_id AS of, counted, kept
    FROM (SELECT user_id, extract(epoch FROM min(created)) AS counted FROM vote GROUP BY 1) rows
    FULL JOIN (SELECT user_id, extract(epoch FROM first_vote_at) AS kept FROM user_stats) stats
    USING (user_id)`,
  // No counter, but as easily wrong: a settled round has one ledger row a vote, another has none; of
  // one that is being settled some are paid.
  ledger: `SELECT 'round ' || round.id AS of, counted, kept FROM round
    LEFT JOIN (SELECT round_id AS id, count(*) AS counted FROM vote
      JOIN round ON round.id = round_id WHERE settled_at IS NOT NULL GROUP BY 1) rows USING (id)
    LEFT JOIN (SELECT round_id AS id, count(*) AS kept FROM ledger GROUP BY 1) entries USING (id)
    WHERE pending_outcome IS NULL`,
  // A row of the ledger copies its account and round from its vote: no key of its own holds them.
  'ledger.user': copyCheck('user_id'),
  'ledger.round': copyCheck('round_id'),
  'ledger.points': `SELECT 'vote ' || vote_id AS of, points AS kept,
      CASE WHEN choice = 'unknown' OR due = 'void' THEN 0
           WHEN choice::text = due::text THEN offer_hit ELSE offer_miss END AS counted
    FROM ledger JOIN vote ON vote.id = vote_id
      JOIN (SELECT id, coalesce(outcome, pending_outcome) AS due FROM round) paid_by
        ON paid_by.id = vote.round_id`,
  ...reactionChecks('vote'),
  ...reactionChecks('post'),
}

function copyCheck(column: 'user_id' | 'round_id'): string {
  return `SELECT 'vote ' || vote_id AS of, vote.${column} AS counted, ledger.${column} AS kept
    FROM ledger JOIN vote ON vote.id = vote_id`
}

function reactionChecks(table: 'vote' | 'post'): Record<string, string> {
  const check = (kind: 'like' | 'dislike') =>
    `SELECT '${table} ' || ${table}.id AS of, count(reaction.kind) AS counted,
      ${table}.${kind}s AS kept
    FROM ${table} LEFT JOIN ${table}_reaction reaction
      ON reaction.${table}_id = ${table}.id AND reaction.kind = '${kind}' GROUP BY ${table}.id`
  return { [`${table}.likes`]: check('like'), [`${table}.dislikes`]: check('dislike') }
}

/** One statement, so that all counters and rows are seen at one instant, even beside writers. */
const VERIFY = Object.entries(CHECKS)
  .map(
    ([counter, check]) => `SELECT '${counter}' AS counter, of::text,
      coalesce(counted, 0)::float8 AS counted, coalesce(kept, 0)::float8 AS kept
    FROM (${check}) checked WHERE coalesce(counted, 0) <> coalesce(kept, 0)`,
  )
  .join('\nUNION ALL\n')

/**
 * Compares every counter with the rows it stands for and answers where they differ: an empty list is
 * a sound database. Reads whole tables; made for tests, for a restore and for an operator in doubt.
 */
export function verifyCounters(database: Sql): Promise<CounterDifference[]> {
  return database.query(statement(`${VERIFY}\nORDER BY 1, 2`, DIFFERENCE_COLUMNS))
}
