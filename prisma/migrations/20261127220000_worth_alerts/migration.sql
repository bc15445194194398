-- Alerts of what open calls are worth together, tests of alerts, and kinds that a person keeps out of push messages or
-- the desktop app; see docs/decisions/call-alerts.md.
ALTER TYPE "notification_kind" ADD VALUE 'worth';
ALTER TYPE "notification_kind" ADD VALUE 'test';

ALTER TABLE "notification_setting" ADD COLUMN "worth" INTEGER,
ADD COLUMN "no_push" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "no_desktop" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

CREATE INDEX "notification_setting_worth" ON "notification_setting"("user_id") WHERE "worth" IS NOT NULL;

CREATE TABLE "worth_position" (
    "user_id" INTEGER NOT NULL,
    "mark" INTEGER NOT NULL,
    "calls" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "is_armed" BOOLEAN NOT NULL,
    "notified" TIMESTAMPTZ(3),

    CONSTRAINT "worth_position_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "worth_position" ADD CONSTRAINT "worth_position_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
