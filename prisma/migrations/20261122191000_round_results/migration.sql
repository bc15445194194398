-- Results that settlement stores with a round, votes by hour, best and worst calls, bins of offers.
ALTER TABLE "round" ADD COLUMN "opening_favorite" "direction",
ADD COLUMN "close_up" INTEGER,
ADD COLUMN "close_steady" INTEGER,
ADD COLUMN "close_down" INTEGER,
ADD COLUMN "close_unknown" INTEGER,
ADD COLUMN "calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "right_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "call_points" BIGINT NOT NULL DEFAULT 0;

CREATE TYPE "call_rank" AS ENUM ('best', 'worst');

CREATE TABLE "round_hour" (
    "round_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "choice" "direction" NOT NULL,
    "slot" SMALLINT NOT NULL,
    "votes" INTEGER NOT NULL,

    CONSTRAINT "round_hour_pkey" PRIMARY KEY ("round_id","hour","choice","slot")
);

CREATE TABLE "round_extreme" (
    "round_id" INTEGER NOT NULL,
    "kind" "call_rank" NOT NULL,
    "position" SMALLINT NOT NULL,
    "vote_id" INTEGER NOT NULL,

    CONSTRAINT "round_extreme_pkey" PRIMARY KEY ("round_id","kind","position")
);

CREATE TABLE "offer_bin" (
    "version" SMALLINT NOT NULL,
    "bin" SMALLINT NOT NULL,
    "calls" INTEGER NOT NULL,
    "right_calls" INTEGER NOT NULL,
    "implied_ppm" BIGINT NOT NULL,

    CONSTRAINT "offer_bin_pkey" PRIMARY KEY ("version","bin")
);

ALTER TABLE "round_hour" ADD CONSTRAINT "round_hour_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "round_extreme" ADD CONSTRAINT "round_extreme_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "round_extreme" ADD CONSTRAINT "round_extreme_vote_id_fkey" FOREIGN KEY ("vote_id") REFERENCES "ledger"("vote_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rows of existing votes and rounds. No vote may come in between rows and triggers.
LOCK TABLE "vote", "ledger" IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO "round_hour" ("round_id", "hour", "choice", "slot", "votes")
  SELECT round_id, date_trunc('hour', created, 'UTC'), choice, user_id % 16, count(*)
  FROM "vote" GROUP BY 1, 2, 3, 4;

UPDATE "round" r SET close_up = tally.up, close_steady = tally.steady, close_down = tally.down,
    close_unknown = tally.unknown
  FROM (SELECT round.id,
      count(*) FILTER (WHERE choice = 'up') AS up,
      count(*) FILTER (WHERE choice = 'steady') AS steady,
      count(*) FILTER (WHERE choice = 'down') AS down,
      count(*) FILTER (WHERE choice = 'unknown') AS unknown
    FROM "round" LEFT JOIN "vote" ON vote.round_id = round.id
    WHERE settled_at IS NOT NULL GROUP BY round.id) tally
  WHERE r.id = tally.id;

CREATE TEMPORARY TABLE settled_call ON COMMIT DROP AS
  SELECT paid.vote_id, vote.round_id, paid.points, offer_version AS version,
    vote.choice::text = coalesce(outcome, pending_outcome)::text AS is_right,
    offer_hit AS hit, -offer_miss AS miss
  FROM "ledger" paid JOIN "vote" ON vote.id = paid.vote_id JOIN "round" ON round.id = vote.round_id
  WHERE vote.choice <> 'unknown' AND offer_hit <> offer_miss
    AND coalesce(outcome, pending_outcome) <> 'void';

UPDATE "round" r SET calls = sums.calls, right_calls = sums.right_calls,
    call_points = sums.points
  FROM (SELECT round_id, count(*) AS calls, count(*) FILTER (WHERE is_right) AS right_calls,
      sum(points) AS points FROM settled_call GROUP BY 1) sums
  WHERE r.id = sums.round_id;

INSERT INTO "offer_bin" ("version", "bin", "calls", "right_calls", "implied_ppm")
  SELECT version, least(19, 20 * miss / (hit + miss)), count(*), count(*) FILTER (WHERE is_right),
    sum(round(1e6 * miss / (hit + miss)))
  FROM settled_call GROUP BY 1, 2;

INSERT INTO "round_extreme" ("round_id", "kind", "position", "vote_id")
  SELECT round_id, kind::call_rank, position, vote_id FROM (
    SELECT round_id, 'best' AS kind, vote_id,
      row_number() OVER (PARTITION BY round_id ORDER BY points DESC, vote_id) AS position
    FROM settled_call
    UNION ALL
    SELECT round_id, 'worst', vote_id,
      row_number() OVER (PARTITION BY round_id ORDER BY points, vote_id)
    FROM settled_call) ranked
  WHERE position <= 5;

-- The favorite of the offers at the open: the rule of shared/rules/offer.ts with the price at its
-- reference, where up is always likelier than down.
UPDATE "round" r SET opening_favorite =
    CASE WHEN t_down + t_up - 1 >= 1 - t_up THEN 'steady'::direction ELSE 'up'::direction END
  FROM (SELECT id,
      0.5 + 0.375 * up / sqrt(1 + up ^ 2 / 4) * (1 - up ^ 2 / (12 * (1 + up ^ 2 / 4))) AS t_up,
      0.5 + 0.375 * down / sqrt(1 + down ^ 2 / 4) * (1 - down ^ 2 / (12 * (1 + down ^ 2 / 4))) AS t_down
    FROM (SELECT id, ln(1.05::float8) * sqrt(2::float8) / sd AS up,
        -ln(0.95::float8) * sqrt(2::float8) / sd AS down
      FROM (SELECT round.id, sqrt((0.7 * coalesce(s60, 0.03) ^ 2 + 0.3 * 0.03 ^ 2) * 7) AS sd
        FROM "round" LEFT JOIN LATERAL (
          SELECT CASE WHEN count(step) >= 24 THEN sqrt(24 * avg(step ^ 2)) END AS s60
          FROM (SELECT ln(open::float8 / lag(open::float8) OVER (ORDER BY otime)) AS step
            FROM (SELECT otime, open FROM "candle"
              WHERE source = ref_source AND otime <= ref_date
              ORDER BY otime DESC LIMIT 1441) recent) steps) volatility ON true
        WHERE ref_price IS NOT NULL) deviation) scaled) open
  WHERE r.id = open.id;
