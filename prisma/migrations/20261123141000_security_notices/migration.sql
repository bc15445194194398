-- Notices of changes to the sign-in methods of an account, and of exports.
ALTER TYPE "notification_kind" ADD VALUE 'security';
ALTER TABLE "notification" ADD COLUMN "act" TEXT, ADD COLUMN "provider" TEXT;
