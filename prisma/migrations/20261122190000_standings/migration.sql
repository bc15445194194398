-- Track records and seasons; see docs/decisions/seasons.md. A call counts when it is settled and priced, has
-- a direction, and its round is not void.
ALTER TABLE "user_stats" ADD COLUMN     "calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "right_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "implied_ppm" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "up_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "up_right" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "up_points" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "steady_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "steady_right" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "steady_points" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "down_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "down_right" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "down_points" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "season_stats" (
    "season" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "settled" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "right_calls" INTEGER NOT NULL,
    "implied_ppm" BIGINT NOT NULL,
    "first_vote_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "season_stats_pkey" PRIMARY KEY ("season","user_id")
);

CREATE TABLE "season" (
    "season" TEXT NOT NULL,
    "frozen_at" TIMESTAMPTZ(3) NOT NULL,
    "ranked_members" INTEGER NOT NULL,

    CONSTRAINT "season_pkey" PRIMARY KEY ("season")
);

CREATE TABLE "season_result" (
    "season" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "user_id" INTEGER,
    "points" INTEGER NOT NULL,
    "settled" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "right_calls" INTEGER NOT NULL,
    "implied_ppm" BIGINT NOT NULL,

    CONSTRAINT "season_result_pkey" PRIMARY KEY ("season","rank")
);

CREATE INDEX "season_result_user_id_idx" ON "season_result"("user_id");

ALTER TABLE "season_result" ADD CONSTRAINT "season_result_season_fkey" FOREIGN KEY ("season") REFERENCES "season"("season") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "season_result" ADD CONSTRAINT "season_result_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- People without a settled vote are not ranked.
DROP INDEX "user_stats_rank";
CREATE INDEX "user_stats_rank" ON "user_stats"("points" DESC, "settled" DESC, "first_vote_at", "user_id") WHERE settled > 0;

-- The figures of the existing ledger.
CREATE TEMPORARY TABLE entry ON COMMIT DROP AS
  SELECT l.user_id, l.points, v.choice, v.created,
    to_char(r.target_date AT TIME ZONE 'UTC', 'YYYY"Q"Q') AS season,
    v.choice <> 'unknown' AND v.offer_hit <> v.offer_miss
      AND coalesce(r.outcome, r.pending_outcome) <> 'void' AS counts,
    v.choice::text = coalesce(r.outcome, r.pending_outcome)::text AS hit,
    CASE WHEN v.offer_hit <> v.offer_miss
      THEN (-2000000::bigint * v.offer_miss + v.offer_hit - v.offer_miss)
        / (2 * (v.offer_hit - v.offer_miss)) ELSE 0 END AS ppm
  FROM ledger l JOIN vote v ON v.id = l.vote_id JOIN round r ON r.id = l.round_id;

INSERT INTO season_stats (season, user_id, points, settled, calls, right_calls, implied_ppm, first_vote_at)
  SELECT season, user_id, sum(points), count(*), count(*) FILTER (WHERE counts),
    count(*) FILTER (WHERE counts AND hit), coalesce(sum(ppm) FILTER (WHERE counts), 0), min(created)
  FROM entry GROUP BY 1, 2;

UPDATE user_stats s SET calls = sums.calls, right_calls = sums.right_calls,
    implied_ppm = sums.implied_ppm, up_calls = sums.up_calls, up_right = sums.up_right,
    up_points = sums.up_points, steady_calls = sums.steady_calls, steady_right = sums.steady_right,
    steady_points = sums.steady_points, down_calls = sums.down_calls, down_right = sums.down_right,
    down_points = sums.down_points
  FROM (SELECT user_id, count(*) AS calls, count(*) FILTER (WHERE hit) AS right_calls,
      sum(ppm) AS implied_ppm,
      count(*) FILTER (WHERE choice = 'up') AS up_calls,
      count(*) FILTER (WHERE choice = 'up' AND hit) AS up_right,
      coalesce(sum(points) FILTER (WHERE choice = 'up'), 0) AS up_points,
      count(*) FILTER (WHERE choice = 'steady') AS steady_calls,
      count(*) FILTER (WHERE choice = 'steady' AND hit) AS steady_right,
      coalesce(sum(points) FILTER (WHERE choice = 'steady'), 0) AS steady_points,
      count(*) FILTER (WHERE choice = 'down') AS down_calls,
      count(*) FILTER (WHERE choice = 'down' AND hit) AS down_right,
      coalesce(sum(points) FILTER (WHERE choice = 'down'), 0) AS down_points
    FROM entry WHERE counts GROUP BY 1) sums
  WHERE s.user_id = sums.user_id;
