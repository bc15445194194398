-- People whose texts a person sees folded; see docs/decisions/blocks.md.
CREATE TABLE "block" (
    "blocker_id" INTEGER NOT NULL,
    "blocked_id" INTEGER NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "block_pkey" PRIMARY KEY ("blocker_id","blocked_id"),
    CONSTRAINT "block_not_self" CHECK ("blocker_id" <> "blocked_id")
);

CREATE INDEX "block_blocked_id_idx" ON "block"("blocked_id");

ALTER TABLE "block" ADD CONSTRAINT "block_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "block" ADD CONSTRAINT "block_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
