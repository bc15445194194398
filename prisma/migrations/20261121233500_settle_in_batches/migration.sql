-- What a round is being settled with while its votes are paid, batch by batch; null before and after.
-- See docs/decisions/settlement-in-batches.md.
ALTER TABLE "round" ADD COLUMN "settling" "outcome";
ALTER TABLE "round" ADD CONSTRAINT "round_settling" CHECK ("settling" IS NULL OR "settled_at" IS NULL);
