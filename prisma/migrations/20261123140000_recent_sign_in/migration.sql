-- The instant of a session's sign-in at the provider; null for that of its creation.
ALTER TABLE "session" ADD COLUMN "auth_time" TIMESTAMPTZ(3);
