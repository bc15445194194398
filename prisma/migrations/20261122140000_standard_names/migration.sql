-- Standard names. Renaming rewrites no rows and needs the lock of each table only for a moment.
ALTER TABLE "standing" RENAME TO "user_stats";
ALTER TABLE "user_stats" RENAME CONSTRAINT "standing_pkey" TO "user_stats_pkey";
ALTER TABLE "user_stats" RENAME CONSTRAINT "standing_user_id_fkey" TO "user_stats_user_id_fkey";
ALTER INDEX "standing_rank" RENAME TO "user_stats_rank";

ALTER TABLE "fact" RENAME TO "app_metadata";
ALTER TABLE "app_metadata" RENAME CONSTRAINT "fact_pkey" TO "app_metadata_pkey";
UPDATE "app_metadata" SET "key" = 'triggers' WHERE "key" = 'counters';

ALTER TABLE "view_mark" RENAME TO "recent_view";
ALTER TABLE "recent_view" RENAME CONSTRAINT "view_mark_pkey" TO "recent_view_pkey";
ALTER INDEX "view_mark_hour_idx" RENAME TO "recent_view_hour_idx";

ALTER TABLE "round" RENAME COLUMN "settling" TO "pending_outcome";
ALTER TABLE "round" RENAME CONSTRAINT "round_settling" TO "round_pending_outcome";
