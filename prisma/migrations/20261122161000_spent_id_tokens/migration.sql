-- An ID token opens one session; its digest is remembered until it expires.
CREATE TABLE "spent_id_token" (
    "digest" BYTEA NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "spent_id_token_pkey" PRIMARY KEY ("digest")
);
CREATE INDEX "spent_id_token_expires_idx" ON "spent_id_token"("expires");
