-- Likes that order lists: of accounts of 14 days or with five settled calls. Reactions of others are counted
-- once their account is one of these; earlier ones are decided here.
ALTER TABLE "vote_reaction" ADD COLUMN     "ranks" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "vote_reaction" ALTER COLUMN "ranks" SET DEFAULT false;

UPDATE "vote_reaction" r SET "ranks" = false FROM "user_account" u
  WHERE u."id" = r."user_id" AND u."created" > now() - interval '14 days'
    AND NOT EXISTS (SELECT FROM "user_stats" s WHERE s."user_id" = u."id" AND s."calls" >= 5);

-- AlterTable
ALTER TABLE "vote" ADD COLUMN     "ranked_likes" INTEGER NOT NULL DEFAULT 0;

UPDATE "vote" v SET "ranked_likes" = counted.likes
  FROM (SELECT "vote_id", count(*) AS likes FROM "vote_reaction" WHERE "kind" = 'like' AND "ranks"
    GROUP BY 1) counted
  WHERE v."id" = counted."vote_id";

-- DropIndex
DROP INDEX "vote_best";

-- CreateIndex
CREATE INDEX "vote_best" ON "vote"("round_id", "has_content", "ranked_likes" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "vote_reaction_unranked" ON "vote_reaction"("user_id") WHERE NOT "ranks";
