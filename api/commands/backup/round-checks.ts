/** Calls with a ledger row: priced votes with a direction in a round that is not void. */
const CALLS = `SELECT vote.round_id, vote.id AS vote_id, offer_version AS version, paid.points,
    vote.choice::text = due::text AS is_right, -offer_miss AS miss, offer_hit - offer_miss AS span
  FROM ledger paid JOIN vote ON vote.id = paid.vote_id
    JOIN (SELECT id, coalesce(outcome, pending_outcome) AS due FROM round) paid_by
      ON paid_by.id = vote.round_id
  WHERE vote.choice <> 'unknown' AND offer_hit <> offer_miss AND due <> 'void'`

const sumCheck = (column: string, sum: string) =>
  `SELECT 'round ' || id AS of, counted, stored FROM (SELECT id, ${column} AS stored FROM round) recorded
    LEFT JOIN (SELECT round_id AS id, ${sum} AS counted FROM (${CALLS}) call GROUP BY 1) rows
    USING (id)`

const binCheck = (column: string, sum: string) =>
  `SELECT concat_ws(' ', 'version', version, 'bin', bin) AS of, counted, stored
    FROM (SELECT version, least(19, 20 * miss / span) AS bin, ${sum} AS counted
      FROM (${CALLS}) call GROUP BY 1, 2) rows
    FULL JOIN (SELECT version, bin, ${column} AS stored FROM offer_bin) recorded USING (version, bin)`

const closeCheck = (choice: string) =>
  `SELECT 'round ' || id AS of, counted, stored
    FROM (SELECT id, close_${choice} AS stored FROM round WHERE settled_at IS NOT NULL) recorded
    LEFT JOIN (SELECT round_id AS id, count(*) AS counted FROM vote
      WHERE choice = '${choice}' GROUP BY 1) rows USING (id)`

const extremeCheck = (kind: string, order: string) =>
  `SELECT concat_ws(' ', 'round', round_id, '${kind}', position) AS of, counted, stored
    FROM (SELECT round_id, row_number() OVER (PARTITION BY round_id ORDER BY ${order}, vote_id)
        AS position, vote_id AS counted FROM (${CALLS}) call) ranked
    FULL JOIN (SELECT round_id, position, vote_id AS stored FROM round_extreme
      WHERE kind = '${kind}') recorded USING (round_id, position)
    WHERE position <= 5`

/** Checks of `verifyCounters` on the hours and results of rounds and on the bins of offers. */
export const ROUND_CHECKS: Record<string, string> = {
  round_hour: `SELECT concat_ws(' ', 'round', round_id, choice, hour) AS of, counted, stored
    FROM (SELECT round_id, date_trunc('hour', created, 'UTC') AS hour, choice, count(*) AS counted
      FROM vote GROUP BY 1, 2, 3) rows
    FULL JOIN (SELECT round_id, hour, choice, sum(votes) AS stored FROM round_hour GROUP BY 1, 2, 3)
      hours USING (round_id, hour, choice)`,
  'round.calls': sumCheck('calls', 'count(*)'),
  'round.right_calls': sumCheck('right_calls', 'count(*) FILTER (WHERE is_right)'),
  'round.call_points': sumCheck('call_points', 'sum(points)'),
  ...Object.fromEntries(
    ['up', 'steady', 'down', 'unknown'].map((choice) => [
      `round.close_${choice}`,
      closeCheck(choice),
    ]),
  ),
  'round_extreme.best': extremeCheck('best', 'points DESC'),
  'round_extreme.worst': extremeCheck('worst', 'points'),
  'offer_bin.calls': binCheck('calls', 'count(*)'),
  'offer_bin.right_calls': binCheck('right_calls', 'count(*) FILTER (WHERE is_right)'),
  'offer_bin.implied_ppm': binCheck('implied_ppm', 'sum(round(1e6 * miss / span))'),
}
