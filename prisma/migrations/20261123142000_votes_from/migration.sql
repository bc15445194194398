-- No vote before this instant: the person has voted in the round that closes then.
ALTER TABLE "user_account" ADD COLUMN "votes_from" TIMESTAMPTZ(3);
ALTER TABLE "erased_identity" ADD COLUMN "votes_from" TIMESTAMPTZ(3);
