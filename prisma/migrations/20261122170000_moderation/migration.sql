-- CreateEnum
CREATE TYPE "moderation_target" AS ENUM ('vote', 'post', 'nickname');

-- AlterTable
ALTER TABLE "post" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "banned_at" TIMESTAMPTZ(3),
ADD COLUMN     "muted_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "vote" ADD COLUMN     "note_hidden_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "moderation_case" (
    "id" SERIAL NOT NULL,
    "target" "moderation_target" NOT NULL,
    "target_id" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "opened" TIMESTAMPTZ(3) NOT NULL,
    "closed" TIMESTAMPTZ(3),
    "decided_by" INTEGER,
    "decision" TEXT,

    CONSTRAINT "moderation_case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report" (
    "id" SERIAL NOT NULL,
    "case_id" INTEGER NOT NULL,
    "target" "moderation_target" NOT NULL,
    "target_id" INTEGER NOT NULL,
    "reporter_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "moderation_act" (
    "id" SERIAL NOT NULL,
    "act" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "actor_id" INTEGER,
    "subject_id" INTEGER,
    "target" "moderation_target",
    "target_id" INTEGER,
    "board" "board",
    "reason" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "until" TIMESTAMPTZ(3),
    "excerpt" TEXT NOT NULL DEFAULT '',
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "moderation_act_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appeal" (
    "act_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "decided" TIMESTAMPTZ(3),
    "decided_by" INTEGER,
    "granted" BOOLEAN,
    "answer" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "appeal_pkey" PRIMARY KEY ("act_id")
);

-- CreateIndex
CREATE INDEX "moderation_case_closed_id_idx" ON "moderation_case"("closed", "id");

-- CreateIndex
CREATE INDEX "moderation_case_target_target_id_idx" ON "moderation_case"("target", "target_id");

-- CreateIndex
CREATE INDEX "report_case_id_idx" ON "report"("case_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_reporter_id_target_target_id_key" ON "report"("reporter_id", "target", "target_id");

-- CreateIndex
CREATE INDEX "moderation_act_subject_id_id_idx" ON "moderation_act"("subject_id", "id");

-- CreateIndex
CREATE INDEX "appeal_decided_created_idx" ON "appeal"("decided", "created");

-- CreateIndex
CREATE INDEX "post_user_id_idx" ON "post"("user_id");

-- AddForeignKey
ALTER TABLE "moderation_case" ADD CONSTRAINT "moderation_case_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moderation_case" ADD CONSTRAINT "moderation_case_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "moderation_case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moderation_act" ADD CONSTRAINT "moderation_act_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moderation_act" ADD CONSTRAINT "moderation_act_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "moderation_act"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- At most one open case of a thing.
CREATE UNIQUE INDEX "moderation_case_open" ON "moderation_case"("target", "target_id") WHERE "closed" IS NULL;

-- Lists leave out hidden posts, and read ids from the index alone.
DROP INDEX "post_board";
CREATE INDEX "post_board" ON "post"("board", "id" DESC) WHERE "hidden_at" IS NULL;

-- The few muted users.
CREATE INDEX "user_account_muted_until_idx" ON "user_account"("muted_until") WHERE "muted_until" IS NOT NULL;
