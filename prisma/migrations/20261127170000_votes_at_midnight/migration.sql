-- Open votes as they were at 00:00 UTC, of those whose direction was changed in the hour after.
CREATE TABLE "vote_at_midnight" (
    "vote_id" BIGINT NOT NULL,
    "midnight" TIMESTAMPTZ(3) NOT NULL,
    "choice" "direction" NOT NULL,
    "offer_hit" INTEGER NOT NULL,
    "offer_miss" INTEGER NOT NULL,
    "offer_version" SMALLINT NOT NULL,
    "carried" INTEGER NOT NULL,

    CONSTRAINT "vote_at_midnight_pkey" PRIMARY KEY ("vote_id")
);

ALTER TABLE "vote_at_midnight" ADD CONSTRAINT "vote_at_midnight_vote_id_fkey" FOREIGN KEY ("vote_id") REFERENCES "vote"("id") ON DELETE CASCADE ON UPDATE CASCADE;
