-- Votes cast before a person is ranked no longer count for rankings and seasons. Takes them out of the sums;
-- results of seasons that are final stay as they are.
CREATE INDEX "user_account_ranks_from_idx" ON "user_account"("ranks_from") WHERE "ranks_from" IS NOT NULL;

CREATE TEMPORARY TABLE early ON COMMIT DROP AS
SELECT l.user_id, l.points, v.choice::text AS choice,
  to_char(r.target_date AT TIME ZONE 'UTC', 'YYYY"Q"Q') AS season,
  counts::int AS calls, (counts AND v.choice::text = due)::int AS right_calls,
  CASE WHEN counts THEN (-2000000::bigint * v.offer_miss + v.offer_hit - v.offer_miss)
    / (2 * (v.offer_hit - v.offer_miss)) ELSE 0 END AS implied_ppm,
  CASE WHEN counts THEN l.points ELSE 0 END AS call_points
FROM ledger l JOIN vote v ON v.id = l.vote_id
  JOIN user_account u ON u.id = l.user_id AND v.created < u.ranks_from
  JOIN round r ON r.id = l.round_id
  CROSS JOIN LATERAL (SELECT coalesce(r.outcome, r.pending_outcome)::text AS due) o
  CROSS JOIN LATERAL (SELECT v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss AND due <> 'void'
    AS counts) c;

UPDATE user_stats s SET points = s.points - e.points, settled = s.settled - e.settled,
  calls = s.calls - e.calls, right_calls = s.right_calls - e.right_calls,
  implied_ppm = s.implied_ppm - e.implied_ppm,
  up_calls = s.up_calls - e.up_calls, up_right = s.up_right - e.up_right,
  up_points = s.up_points - e.up_points,
  steady_calls = s.steady_calls - e.steady_calls, steady_right = s.steady_right - e.steady_right,
  steady_points = s.steady_points - e.steady_points,
  down_calls = s.down_calls - e.down_calls, down_right = s.down_right - e.down_right,
  down_points = s.down_points - e.down_points
FROM (SELECT user_id, sum(points) AS points, count(*) AS settled, sum(calls) AS calls,
    sum(right_calls) AS right_calls, sum(implied_ppm) AS implied_ppm,
    coalesce(sum(calls) FILTER (WHERE choice = 'up'), 0) AS up_calls,
    coalesce(sum(right_calls) FILTER (WHERE choice = 'up'), 0) AS up_right,
    coalesce(sum(call_points) FILTER (WHERE choice = 'up'), 0) AS up_points,
    coalesce(sum(calls) FILTER (WHERE choice = 'steady'), 0) AS steady_calls,
    coalesce(sum(right_calls) FILTER (WHERE choice = 'steady'), 0) AS steady_right,
    coalesce(sum(call_points) FILTER (WHERE choice = 'steady'), 0) AS steady_points,
    coalesce(sum(calls) FILTER (WHERE choice = 'down'), 0) AS down_calls,
    coalesce(sum(right_calls) FILTER (WHERE choice = 'down'), 0) AS down_right,
    coalesce(sum(call_points) FILTER (WHERE choice = 'down'), 0) AS down_points
  FROM early GROUP BY 1) e
WHERE s.user_id = e.user_id;

UPDATE season_stats s SET points = s.points - e.points, settled = s.settled - e.settled,
  calls = s.calls - e.calls, right_calls = s.right_calls - e.right_calls,
  implied_ppm = s.implied_ppm - e.implied_ppm
FROM (SELECT season, user_id, sum(points) AS points, count(*) AS settled, sum(calls) AS calls,
    sum(right_calls) AS right_calls, sum(implied_ppm) AS implied_ppm FROM early GROUP BY 1, 2) e
WHERE (s.season, s.user_id) = (e.season, e.user_id);
DELETE FROM season_stats WHERE settled = 0 AND user_id IN (SELECT user_id FROM early);
UPDATE season_stats s SET first_vote_at = rest.first_vote_at
FROM (SELECT to_char(r.target_date AT TIME ZONE 'UTC', 'YYYY"Q"Q') AS season, l.user_id,
    min(v.created) AS first_vote_at
  FROM ledger l JOIN vote v ON v.id = l.vote_id JOIN round r ON r.id = l.round_id
    JOIN user_account u ON u.id = l.user_id AND v.created >= u.ranks_from
  WHERE l.user_id IN (SELECT user_id FROM early) GROUP BY 1, 2) rest
WHERE (s.season, s.user_id) = (rest.season, rest.user_id);
