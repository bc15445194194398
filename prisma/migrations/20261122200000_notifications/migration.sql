-- Notifications of people, their creation in batches, and push messages to their browsers.
CREATE TYPE "notification_kind" AS ENUM ('settled', 'closing', 'season', 'opened');

CREATE TABLE "notification" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "round_id" INTEGER,
    "season" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notification_fanout" (
    "id" SERIAL NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "round_id" INTEGER,
    "season" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_fanout_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notification_setting" (
    "user_id" INTEGER NOT NULL,
    "settled" BOOLEAN NOT NULL DEFAULT true,
    "closing" BOOLEAN NOT NULL DEFAULT true,
    "season" BOOLEAN NOT NULL DEFAULT true,
    "opened" BOOLEAN NOT NULL DEFAULT false,
    "seen_id" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "notification_setting_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "push_device" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "server_key" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_device_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "push_delivery" (
    "notification_id" INTEGER NOT NULL,
    "device_id" INTEGER NOT NULL,
    "due" TIMESTAMPTZ(3) NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "push_delivery_pkey" PRIMARY KEY ("notification_id","device_id")
);

CREATE INDEX "notification_user_id_id_idx" ON "notification"("user_id", "id" DESC);
CREATE INDEX "notification_created_idx" ON "notification"("created");
CREATE UNIQUE INDEX "notification_user_id_kind_round_id_key" ON "notification"("user_id", "kind", "round_id");
CREATE UNIQUE INDEX "notification_user_id_kind_season_key" ON "notification"("user_id", "kind", "season");
CREATE UNIQUE INDEX "notification_fanout_kind_round_id_key" ON "notification_fanout"("kind", "round_id");
CREATE UNIQUE INDEX "notification_fanout_kind_season_key" ON "notification_fanout"("kind", "season");
CREATE UNIQUE INDEX "push_device_endpoint_key" ON "push_device"("endpoint");
CREATE INDEX "push_device_user_id_idx" ON "push_device"("user_id");
CREATE INDEX "push_device_session_id_idx" ON "push_device"("session_id");
CREATE INDEX "push_delivery_due_idx" ON "push_delivery"("due");
CREATE INDEX "push_delivery_device_id_idx" ON "push_delivery"("device_id");

ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_fkey" FOREIGN KEY ("user_id")
  REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification" ADD CONSTRAINT "notification_round_id_fkey" FOREIGN KEY ("round_id")
  REFERENCES "round"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification" ADD CONSTRAINT "notification_season_fkey" FOREIGN KEY ("season")
  REFERENCES "season"("season") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_fanout" ADD CONSTRAINT "notification_fanout_round_id_fkey" FOREIGN KEY ("round_id")
  REFERENCES "round"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_fanout" ADD CONSTRAINT "notification_fanout_season_fkey" FOREIGN KEY ("season")
  REFERENCES "season"("season") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_user_id_fkey" FOREIGN KEY ("user_id")
  REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_user_id_fkey" FOREIGN KEY ("user_id")
  REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_session_id_fkey" FOREIGN KEY ("session_id")
  REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_notification_id_fkey" FOREIGN KEY ("notification_id")
  REFERENCES "notification"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_device_id_fkey" FOREIGN KEY ("device_id")
  REFERENCES "push_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;
