-- Points of closed calls; see docs/decisions/offers-version-2.md.
ALTER TABLE "vote" ADD COLUMN     "carried" INTEGER NOT NULL DEFAULT 0;

-- Who has read another author's note of a round; see docs/decisions/reading-locks-the-direction.md.
CREATE TABLE "direction_lock" (
    "round_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "direction_lock_pkey" PRIMARY KEY ("round_id","user_id")
);

ALTER TABLE "direction_lock" ADD CONSTRAINT "direction_lock_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "direction_lock" ADD CONSTRAINT "direction_lock_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE CASCADE ON UPDATE CASCADE;
