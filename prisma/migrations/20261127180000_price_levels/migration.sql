-- Prices that people are notified of when they are crossed; see docs/decisions/price-levels.md.
ALTER TYPE "notification_kind" ADD VALUE 'level';

ALTER TABLE "notification" ADD COLUMN "alert" JSONB;

CREATE TABLE "price_level" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "price" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "sound" TEXT,
    "repeats" BOOLEAN NOT NULL,
    "side" TEXT,
    "is_armed" BOOLEAN NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "notified" TIMESTAMPTZ(3),

    CONSTRAINT "price_level_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "price_level_user_id_price_key" ON "price_level"("user_id", "price");

CREATE INDEX "price_level_expires_idx" ON "price_level"("expires");

ALTER TABLE "price_level" ADD CONSTRAINT "price_level_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
