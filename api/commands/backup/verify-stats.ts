/**
 * Stats by user, and by user and season, computed from ledger, votes and rounds. Written apart from the
 * triggers: the chance of an offer is rounded by `round` on decimals.
 */
const STATS: Record<string, string> = {
  calls: 'count(*) FILTER (WHERE counts)',
  right_calls: 'count(*) FILTER (WHERE counts AND is_right)',
  implied_ppm: 'sum(ppm) FILTER (WHERE counts)',
}

const DIRECTION_STATS = Object.fromEntries(
  ['up', 'steady', 'down'].flatMap((direction) => {
    const own = `WHERE counts AND choice = '${direction}'`
    return [
      [`${direction}_calls`, `count(*) FILTER (${own})`],
      [`${direction}_right`, `count(*) FILTER (${own} AND is_right)`],
      [`${direction}_points`, `sum(points) FILTER (${own})`],
    ]
  }),
)

const SEASON_STATS: Record<string, string> = {
  points: 'sum(points)',
  settled: 'count(*)',
  ...STATS,
  first_vote_at: 'extract(epoch FROM min(created))',
}

const ENTRIES = `SELECT l.user_id, l.points, l.variance, v.choice, v.created,
    extract(year FROM day) || 'Q' || extract(quarter FROM day) AS season,
    v.choice IN ('up', 'steady', 'down') AND (v.offer_hit, v.offer_miss) <> (0, 0)
      AND due IN ('up', 'steady', 'down') AS counts,
    v.choice::text = due::text AS is_right,
    round(1000000.0 * abs(v.offer_miss) / nullif(v.offer_hit + abs(v.offer_miss), 0)) AS ppm
  FROM ledger l JOIN vote v ON v.id = l.vote_id
    JOIN (SELECT id, coalesce(outcome, pending_outcome) AS due,
        target_date AT TIME ZONE 'UTC' AS day FROM round) r ON r.id = v.round_id
    JOIN user_account u ON u.id = l.user_id AND (u.ranks_from IS NULL OR v.created >= u.ranks_from)`

const stored = (name: string) =>
  name === 'first_vote_at' ? 'extract(epoch FROM first_vote_at)' : name

const userChecks = Object.entries({ ...STATS, ...DIRECTION_STATS }).map(
  ([name, sum]): [string, string] => [
    `user_stats.${name}`,
    `SELECT 'user ' || user_id AS of, counted, stored
    FROM (SELECT user_id, ${sum} AS counted FROM (${ENTRIES}) entry GROUP BY 1) rows
    FULL JOIN (SELECT user_id, ${name} AS stored FROM user_stats) stats USING (user_id)`,
  ],
)

const seasonChecks = Object.entries(SEASON_STATS).map(([name, sum]): [string, string] => [
  `season_stats.${name}`,
  `SELECT concat_ws(' ', season, 'user', user_id) AS of, counted, stored
    FROM (SELECT season, user_id, ${sum} AS counted FROM (${ENTRIES}) entry GROUP BY 1, 2) rows
    FULL JOIN (SELECT season, user_id, ${stored(name)} AS stored FROM season_stats) stats
    USING (season, user_id)`,
])

/** Sums of the skill test over votes of tested rounds; variances are added in any order. */
const SKILL: Record<string, string> = {
  points: 'sum(points)',
  calls: 'count(*) FILTER (WHERE counts)',
  variance: 'round(sum(variance)::numeric, 2)',
}
const skillChecks = Object.entries(SKILL).map(([name, sum]): [string, string] => [
  `skill.${name}`,
  `SELECT concat_ws(' ', list, 'user', user_id) AS of, counted, round(${name}::numeric, 2) AS stored
  FROM skill LEFT JOIN (SELECT user_id, list, ${sum} AS counted
    FROM (${ENTRIES}) e CROSS JOIN LATERAL (VALUES ('all'), (season)) lists (list)
    WHERE variance IS NOT NULL GROUP BY 1, 2) rows USING (user_id, list)`,
])

/** Checks of the stats of people and seasons, in the form of `CHECKS` of `verify-counters.ts`. */
export const STATS_CHECKS: Record<string, string> = {
  ...Object.fromEntries([...userChecks, ...seasonChecks, ...skillChecks]),
  // Not while ranks wait to be written.
  'ranking.points': `SELECT concat_ws(' ', list, 'user', user_id) AS of, counted, points AS stored
    FROM ranking JOIN (SELECT season AS list, user_id, points AS counted FROM season_stats
      UNION ALL SELECT 'all', user_id, points FROM user_stats) stats USING (list, user_id)
    WHERE NOT EXISTS (SELECT FROM ranking_change)
      AND NOT EXISTS (SELECT FROM round WHERE pending_outcome IS NOT NULL AND settled_at IS NULL)`,
  'ranking.rank': `SELECT concat_ws(' ', list, 'rank', rank) AS of, rank AS stored,
      row_number() OVER (PARTITION BY list ORDER BY points DESC, rank) AS counted FROM ranking`,
  'ranking_list.members': `SELECT list AS of, counted, members AS stored FROM ranking_list
    LEFT JOIN (SELECT list, count(*) AS counted FROM ranking GROUP BY 1) rows USING (list)`,
  'season.ranked_members': `SELECT season AS of, counted, ranked_members AS stored FROM season
    LEFT JOIN (SELECT season, count(*) AS counted FROM season_result GROUP BY 1) rows USING (season)`,
}
