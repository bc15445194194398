-- The skill test by the variance of each record; see docs/decisions/skill-test.md. The job that follows
-- settlements fills it for rounds of the past.
ALTER TABLE "ledger" ADD COLUMN "variance" DOUBLE PRECISION;

ALTER TABLE "round" ADD COLUMN "tested_at" TIMESTAMPTZ(3);

CREATE TABLE "skill" (
    "user_id" INTEGER NOT NULL,
    "list" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "variance" DOUBLE PRECISION NOT NULL,
    "own_variance" DOUBLE PRECISION NOT NULL,
    "rotation" DOUBLE PRECISION,

    CONSTRAINT "skill_pkey" PRIMARY KEY ("user_id","list")
);

CREATE INDEX "skill_unrotated" ON "skill"("user_id", "list") WHERE "rotation" IS NULL AND "calls" >= 12
  AND "points"::float8 * "points" >= 4 * "variance";

-- Lists count their members with 12 calls from now on.
INSERT INTO "ranking_change" ("id") SELECT nextval('ranking_change_id_seq') FROM "ranking_list"
WHERE "list" = 'all';
