-- Follows and mentions in threads, and the notices of their replies; see docs/decisions/thread-notices.md.
ALTER TYPE "notification_kind" ADD VALUE 'reply';

ALTER TYPE "notification_kind" ADD VALUE 'mention';

CREATE TYPE "thread_follow_state" AS ENUM ('follow', 'none', 'mute');

ALTER TABLE "notification_setting" ADD COLUMN "reply" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "mention" BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE "thread_follow" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "vote_id" BIGINT,
    "post_id" INTEGER,
    "state" "thread_follow_state" NOT NULL,
    "changed" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "thread_follow_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "thread_follow_one_target" CHECK (num_nonnulls("vote_id", "post_id") = 1)
);

CREATE UNIQUE INDEX "thread_follow_vote_id_user_id_key" ON "thread_follow"("vote_id", "user_id");

CREATE UNIQUE INDEX "thread_follow_post_id_user_id_key" ON "thread_follow"("post_id", "user_id");

CREATE INDEX "thread_follow_user_id_idx" ON "thread_follow"("user_id");

CREATE TABLE "thread_notice" (
    "id" BIGSERIAL NOT NULL,
    "vote_id" BIGINT,
    "post_id" INTEGER,
    "due" TIMESTAMPTZ(3),
    "notified" TIMESTAMPTZ(3),
    "notified_id" BIGINT NOT NULL,
    "last_id" BIGINT,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "thread_notice_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "thread_notice_one_target" CHECK (num_nonnulls("vote_id", "post_id") = 1)
);

CREATE UNIQUE INDEX "thread_notice_vote_id_key" ON "thread_notice"("vote_id");

CREATE UNIQUE INDEX "thread_notice_post_id_key" ON "thread_notice"("post_id");

CREATE INDEX "thread_notice_due" ON "thread_notice"("due") WHERE "due" IS NOT NULL;

CREATE TABLE "reply_mention" (
    "reply_id" BIGINT NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "reply_mention_pkey" PRIMARY KEY ("reply_id","user_id")
);

CREATE INDEX "reply_mention_user_id_idx" ON "reply_mention"("user_id");

-- Names that begin with some letters.
CREATE INDEX IF NOT EXISTS "user_account_name_prefix" ON "user_account"(lower("nickname") text_pattern_ops)
  WHERE "banned_at" IS NULL AND "erased_at" IS NULL;

ALTER TABLE "thread_follow" ADD CONSTRAINT "thread_follow_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "thread_follow" ADD CONSTRAINT "thread_follow_vote_id_fkey" FOREIGN KEY ("vote_id") REFERENCES "vote"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "thread_follow" ADD CONSTRAINT "thread_follow_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "thread_notice" ADD CONSTRAINT "thread_notice_vote_id_fkey" FOREIGN KEY ("vote_id") REFERENCES "vote"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "thread_notice" ADD CONSTRAINT "thread_notice_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reply_mention" ADD CONSTRAINT "reply_mention_reply_id_fkey" FOREIGN KEY ("reply_id") REFERENCES "reply"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reply_mention" ADD CONSTRAINT "reply_mention_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
