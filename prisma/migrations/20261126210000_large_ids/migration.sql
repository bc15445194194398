-- Ids of votes and notifications, and columns that refer to them, outgrow 32 bits: with ten million people
-- within two years. Rewrites the tables named first.
ALTER TABLE "vote" ALTER COLUMN "id" TYPE BIGINT;
ALTER TABLE "ledger" ALTER COLUMN "vote_id" TYPE BIGINT;
ALTER TABLE "vote_reaction" ALTER COLUMN "vote_id" TYPE BIGINT;
ALTER TABLE "notification" ALTER COLUMN "id" TYPE BIGINT;
ALTER TABLE "push_delivery" ALTER COLUMN "notification_id" TYPE BIGINT;
ALTER TABLE "recent_view" ALTER COLUMN "post_id" TYPE BIGINT;
ALTER TABLE "round_extreme" ALTER COLUMN "vote_id" TYPE BIGINT;
ALTER TABLE "round" ALTER COLUMN "leaf_cursor" TYPE BIGINT;
ALTER TABLE "notification_fanout" ALTER COLUMN "position" TYPE BIGINT;
ALTER TABLE "notification_setting" ALTER COLUMN "seen_id" TYPE BIGINT;
ALTER TABLE "moderation_case" ALTER COLUMN "target_id" TYPE BIGINT;
ALTER TABLE "report" ALTER COLUMN "target_id" TYPE BIGINT;
ALTER TABLE "moderation_act" ALTER COLUMN "target_id" TYPE BIGINT;
ALTER SEQUENCE "vote_id_seq" AS BIGINT;
ALTER SEQUENCE "notification_id_seq" AS BIGINT;
