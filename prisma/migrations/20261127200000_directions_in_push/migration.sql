-- Push messages are shown on lock screens: they name no direction unless their reader wants that.
ALTER TABLE "notification_setting" ADD COLUMN "shows_direction" BOOLEAN NOT NULL DEFAULT false;
