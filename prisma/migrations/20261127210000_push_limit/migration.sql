-- Push messages that a device has been sent on a UTC day.
ALTER TABLE "push_device" ADD COLUMN "sent_day" DATE, ADD COLUMN "sent" INTEGER NOT NULL DEFAULT 0;
