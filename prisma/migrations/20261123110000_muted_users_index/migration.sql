-- 20261122170000_moderation had another text for a short time, which did not create this index.
CREATE INDEX IF NOT EXISTS "user_account_muted_until_idx" ON "user_account"("muted_until") WHERE "muted_until" IS NOT NULL;
