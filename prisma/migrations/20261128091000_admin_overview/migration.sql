-- The operator's overview: acts by day, refused push messages, and pairs of accounts that call alike; see
-- docs/decisions/twins.md.
CREATE INDEX "moderation_act_created_idx" ON "moderation_act"("created");

CREATE INDEX "push_delivery_refused" ON "push_delivery"("due") WHERE "attempts" > 0;

CREATE TABLE "twin" (
    "first_id" INTEGER NOT NULL,
    "second_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "rounds" SMALLINT NOT NULL,
    "same" SMALLINT NOT NULL,
    "gap_ms" INTEGER NOT NULL,
    "others" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "twin_pkey" PRIMARY KEY ("first_id","second_id")
);

CREATE INDEX "twin_second_id_idx" ON "twin"("second_id");

ALTER TABLE "twin" ADD CONSTRAINT "twin_first_id_fkey" FOREIGN KEY ("first_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "twin" ADD CONSTRAINT "twin_second_id_fkey" FOREIGN KEY ("second_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
