-- Ranks of people with a call that settles in a week, before and after it; see docs/decisions/weeks.md.
CREATE TABLE "week_rank" (
    "user_id" INTEGER NOT NULL,
    "week" DATE NOT NULL,
    "rank_before" INTEGER,
    "rank" INTEGER,

    CONSTRAINT "week_rank_pkey" PRIMARY KEY ("user_id","week")
);

CREATE INDEX "week_rank_week_idx" ON "week_rank"("week");

ALTER TABLE "week_rank" ADD CONSTRAINT "week_rank_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
