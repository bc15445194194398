-- The brief of the day, which nobody has before asking for it; see docs/decisions/brief.md.
ALTER TYPE "notification_kind" ADD VALUE 'brief';

ALTER TABLE "notification_setting" ADD COLUMN "brief_hour" SMALLINT,
ADD COLUMN "brief_zone" TEXT,
ADD COLUMN "brief_due" TIMESTAMPTZ(3);

CREATE INDEX "notification_setting_brief_due_idx" ON "notification_setting"("brief_due") WHERE "brief_due" IS NOT NULL;
