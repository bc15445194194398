-- Device of a session, and what is left of erased accounts.
ALTER TABLE "session" ADD COLUMN "device_app" TEXT NOT NULL DEFAULT '',
ADD COLUMN "device_system" TEXT NOT NULL DEFAULT '';

ALTER TABLE "user_account" ADD COLUMN "erased_at" TIMESTAMPTZ(3),
ADD COLUMN "ranks_from" TIMESTAMPTZ(3);

CREATE TABLE "erased_identity" (
    "digest" BYTEA NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "banned_at" TIMESTAMPTZ(3),
    "muted_until" TIMESTAMPTZ(3),

    CONSTRAINT "erased_identity_pkey" PRIMARY KEY ("digest")
);

CREATE INDEX "erased_identity_expires_idx" ON "erased_identity"("expires");

-- Rows of one person, for exports and erasures.
CREATE INDEX "vote_reaction_user_id_idx" ON "vote_reaction"("user_id");
CREATE INDEX "post_reaction_user_id_idx" ON "post_reaction"("user_id");
CREATE INDEX "direction_lock_user_id_idx" ON "direction_lock"("user_id");
CREATE INDEX "moderation_case_author_id_idx" ON "moderation_case"("author_id");
