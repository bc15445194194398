-- Replies to notes and board posts; see docs/decisions/replies.md.
CREATE TABLE "reply" (
    "id" BIGSERIAL NOT NULL,
    "vote_id" BIGINT,
    "post_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "quote_id" BIGINT,
    "content" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "modified" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "likes" INTEGER NOT NULL DEFAULT 0,
    "dislikes" INTEGER NOT NULL DEFAULT 0,
    "ranked_likes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "reply_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reply_one_target" CHECK (num_nonnulls("vote_id", "post_id") = 1)
);

CREATE INDEX "reply_vote" ON "reply"("vote_id", "id") WHERE "vote_id" IS NOT NULL;

CREATE INDEX "reply_post" ON "reply"("post_id", "id") WHERE "post_id" IS NOT NULL;

CREATE INDEX "reply_user_id_created_idx" ON "reply"("user_id", "created");

CREATE INDEX "reply_quote" ON "reply"("quote_id") WHERE "quote_id" IS NOT NULL;

CREATE TABLE "reply_reaction" (
    "reply_id" BIGINT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "reaction_kind" NOT NULL,
    "ranks" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "reply_reaction_pkey" PRIMARY KEY ("reply_id","user_id")
);

CREATE INDEX "reply_reaction_user_id_idx" ON "reply_reaction"("user_id");

ALTER TABLE "reply" ADD CONSTRAINT "reply_vote_id_fkey" FOREIGN KEY ("vote_id") REFERENCES "vote"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reply" ADD CONSTRAINT "reply_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reply" ADD CONSTRAINT "reply_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reply" ADD CONSTRAINT "reply_quote_id_fkey" FOREIGN KEY ("quote_id") REFERENCES "reply"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "reply_reaction" ADD CONSTRAINT "reply_reaction_reply_id_fkey" FOREIGN KEY ("reply_id") REFERENCES "reply"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reply_reaction" ADD CONSTRAINT "reply_reaction_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
