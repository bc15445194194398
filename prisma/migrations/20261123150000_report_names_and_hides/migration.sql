-- The nickname as reported, so that the next name of the same user can be reported again; empty for texts.
-- `hid_at` is the instant at which the report, with two others, hid its thing.
ALTER TABLE "report" ADD COLUMN     "hid_at" TIMESTAMPTZ(3),
ADD COLUMN     "nickname" TEXT NOT NULL DEFAULT '';

-- Open cases are about the present name. Which name a decided report meant is not known.
UPDATE "report" r SET "nickname" = u."nickname"
  FROM "moderation_case" c, "user_account" u
  WHERE c."id" = r."case_id" AND c."closed" IS NULL AND r."target" = 'nickname' AND u."id" = r."target_id";

-- DropIndex
DROP INDEX "report_reporter_id_target_target_id_key";

-- CreateIndex
CREATE UNIQUE INDEX "report_reporter_id_target_target_id_nickname_key" ON "report"("reporter_id", "target", "target_id", "nickname");
