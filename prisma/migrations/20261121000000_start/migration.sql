-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "direction" AS ENUM ('up', 'steady', 'down', 'unknown');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('up', 'steady', 'down', 'void');

-- CreateEnum
CREATE TYPE "board" AS ENUM ('frees', 'notices', 'suggestions');

-- CreateEnum
CREATE TYPE "reaction_kind" AS ENUM ('like', 'dislike');

-- CreateTable
CREATE TABLE "user_account" (
    "id" SERIAL NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "login_method" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "nickname" TEXT NOT NULL,
    "unique_code" TEXT NOT NULL,
    "is_admin" INTEGER NOT NULL DEFAULT 0,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "login_count" INTEGER NOT NULL DEFAULT 0,
    "last_login" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "standing" (
    "user_id" INTEGER NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "settled" INTEGER NOT NULL DEFAULT 0,
    "first_vote_at" TIMESTAMPTZ(3) NOT NULL,
    "last_vote_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "standing_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "revoked" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "rotated_at" TIMESTAMPTZ(3),
    "successor_hash" BYTEA,

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "candle" (
    "source" TEXT NOT NULL,
    "otime" TIMESTAMPTZ(3) NOT NULL,
    "open" TEXT NOT NULL,

    CONSTRAINT "candle_pkey" PRIMARY KEY ("source","otime")
);

-- CreateTable
CREATE TABLE "round" (
    "id" SERIAL NOT NULL,
    "ref_date" TIMESTAMPTZ(3) NOT NULL,
    "target_date" TIMESTAMPTZ(3) NOT NULL,
    "ref_price" TEXT,
    "ref_source" TEXT,
    "ref_candle_at" TIMESTAMPTZ(3),
    "ref_read_at" TIMESTAMPTZ(3),
    "outcome" "outcome",
    "settle_price" TEXT,
    "settle_source" TEXT,
    "settle_candle_at" TIMESTAMPTZ(3),
    "settle_read_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "round_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "round_tally" (
    "round_id" INTEGER NOT NULL,
    "choice" "direction" NOT NULL,
    "slot" SMALLINT NOT NULL,
    "votes" INTEGER NOT NULL,

    CONSTRAINT "round_tally_pkey" PRIMARY KEY ("round_id","choice","slot")
);

-- CreateTable
CREATE TABLE "vote" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "choice" "direction" NOT NULL,
    "offer_hit" INTEGER NOT NULL,
    "offer_miss" INTEGER NOT NULL,
    "offer_version" SMALLINT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "has_content" BOOLEAN NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "modified" TIMESTAMPTZ(3),
    "views" INTEGER NOT NULL DEFAULT 0,
    "likes" INTEGER NOT NULL DEFAULT 0,
    "dislikes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "vote_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "post" (
    "id" SERIAL NOT NULL,
    "board" "board" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "priority" SMALLINT NOT NULL DEFAULT 99,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "updated" TIMESTAMPTZ(3),
    "views" INTEGER NOT NULL DEFAULT 0,
    "likes" INTEGER NOT NULL DEFAULT 0,
    "dislikes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "post_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vote_reaction" (
    "vote_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "reaction_kind" NOT NULL,

    CONSTRAINT "vote_reaction_pkey" PRIMARY KEY ("vote_id","user_id")
);

-- CreateTable
CREATE TABLE "post_reaction" (
    "post_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "reaction_kind" NOT NULL,

    CONSTRAINT "post_reaction_pkey" PRIMARY KEY ("post_id","user_id")
);

-- CreateTable
CREATE TABLE "ledger" (
    "vote_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "round_id" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "settled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_pkey" PRIMARY KEY ("vote_id")
);

-- CreateTable
CREATE TABLE "list_total" (
    "list" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "total" INTEGER NOT NULL,

    CONSTRAINT "list_total_pkey" PRIMARY KEY ("list","slot")
);

-- CreateTable
CREATE TABLE "view_mark" (
    "kind" TEXT NOT NULL,
    "post_id" INTEGER NOT NULL,
    "viewer" BYTEA NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "view_mark_pkey" PRIMARY KEY ("kind","post_id","viewer","hour")
);

-- CreateTable
CREATE TABLE "fact" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "fact_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_account_unique_code_key" ON "user_account"("unique_code");

-- CreateIndex
CREATE INDEX "user_account_email_idx" ON "user_account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_issuer_subject_key" ON "user_account"("issuer", "subject");

-- CreateIndex
CREATE INDEX "standing_rank" ON "standing"("points" DESC, "settled" DESC, "first_vote_at", "user_id");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_revoked_idx" ON "session"("revoked");

-- CreateIndex
CREATE INDEX "session_expires_idx" ON "session"("expires");

-- CreateIndex
CREATE INDEX "refresh_token_session_id_idx" ON "refresh_token"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "round_ref_date_key" ON "round"("ref_date");

-- CreateIndex
CREATE UNIQUE INDEX "round_target_date_key" ON "round"("target_date");

-- CreateIndex
CREATE INDEX "round_settled_at_idx" ON "round"("settled_at");

-- CreateIndex
CREATE INDEX "vote_best" ON "vote"("round_id", "has_content", "likes" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "vote_user_id_round_id_key" ON "vote"("user_id", "round_id");

-- CreateIndex
CREATE INDEX "post_board" ON "post"("board", "id" DESC);

-- CreateIndex
CREATE INDEX "post_priority" ON "post"("board", "priority", "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_user_id_idx" ON "ledger"("user_id");

-- CreateIndex
CREATE INDEX "view_mark_hour_idx" ON "view_mark"("hour");

-- AddForeignKey
ALTER TABLE "standing" ADD CONSTRAINT "standing_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_tally" ADD CONSTRAINT "round_tally_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vote" ADD CONSTRAINT "vote_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vote" ADD CONSTRAINT "vote_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post" ADD CONSTRAINT "post_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vote_reaction" ADD CONSTRAINT "vote_reaction_vote_id_fkey" FOREIGN KEY ("vote_id") REFERENCES "vote"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vote_reaction" ADD CONSTRAINT "vote_reaction_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_reaction" ADD CONSTRAINT "post_reaction_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_reaction" ADD CONSTRAINT "post_reaction_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_vote_id_fkey" FOREIGN KEY ("vote_id") REFERENCES "vote"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What the data model language cannot say: values that must never be there.
ALTER TABLE "round" ADD CONSTRAINT "round_week" CHECK ("target_date" = "ref_date" + interval '168 hours');
ALTER TABLE "round" ADD CONSTRAINT "round_ref_price" CHECK ("ref_price" ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$');
ALTER TABLE "round" ADD CONSTRAINT "round_settle_price" CHECK ("settle_price" ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$');
ALTER TABLE "round" ADD CONSTRAINT "round_settled" CHECK (("outcome" IS NULL) = ("settled_at" IS NULL));
ALTER TABLE "candle" ADD CONSTRAINT "candle_open" CHECK ("open" ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$');
ALTER TABLE "candle" ADD CONSTRAINT "candle_hour" CHECK (extract(epoch FROM "otime")::bigint % 3600 = 0);
ALTER TABLE "vote" ADD CONSTRAINT "vote_offer" CHECK ("offer_hit" >= 0 AND "offer_miss" <= 0);
ALTER TABLE "vote" ADD CONSTRAINT "vote_content" CHECK (char_length("content") <= 32767);
ALTER TABLE "vote" ADD CONSTRAINT "vote_counts" CHECK ("views" >= 0 AND "likes" >= 0 AND "dislikes" >= 0);
ALTER TABLE "post" ADD CONSTRAINT "post_content" CHECK (char_length("content") <= 32767);
ALTER TABLE "post" ADD CONSTRAINT "post_counts" CHECK ("views" >= 0 AND "likes" >= 0 AND "dislikes" >= 0);
ALTER TABLE "post" ADD CONSTRAINT "post_priority_range" CHECK ("priority" BETWEEN 0 AND 99);
ALTER TABLE "round_tally" ADD CONSTRAINT "round_tally_votes" CHECK ("votes" >= 0);

-- A voter's standing changes with every vote and settlement: leave room for updates in place.
ALTER TABLE "standing" SET (fillfactor = 70);
ALTER TABLE "round_tally" SET (fillfactor = 50);
ALTER TABLE "list_total" SET (fillfactor = 50);
