-- Several identities per account. The account keeps the email and the login method of its first one.
CREATE TABLE "identity" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "login_method" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("id")
);

-- Nobody signs in to demo accounts, nor to the nameless authors of erased accounts.
INSERT INTO "identity" ("user_id", "issuer", "subject", "login_method", "created", "last_used")
  SELECT "id", "issuer", "subject", "login_method", "created", "last_login" FROM "user_account"
  WHERE NOT "is_demo" AND "erased_at" IS NULL ORDER BY "id";

CREATE UNIQUE INDEX "identity_issuer_subject_key" ON "identity"("issuer", "subject");
CREATE INDEX "identity_user_id_idx" ON "identity"("user_id");
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_fkey" FOREIGN KEY ("user_id")
  REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "session" ADD COLUMN "identity_id" INTEGER;
UPDATE "session" SET "identity_id" = "identity"."id" FROM "identity"
  WHERE "identity"."user_id" = "session"."user_id";
CREATE INDEX "session_identity_id_idx" ON "session"("identity_id");
ALTER TABLE "session" ADD CONSTRAINT "session_identity_id_fkey" FOREIGN KEY ("identity_id")
  REFERENCES "identity"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "user_account" DROP COLUMN "issuer", DROP COLUMN "subject";
