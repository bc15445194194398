-- Calls that become right, or no longer right, at the price of the moment; see docs/decisions/call-alerts.md.
ALTER TYPE "notification_kind" ADD VALUE 'flip';

ALTER TABLE "notification_setting" ADD COLUMN "flip" BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE "round_band" (
    "round_id" INTEGER NOT NULL,
    "up_side" TEXT NOT NULL,
    "up_armed" BOOLEAN NOT NULL,
    "down_side" TEXT NOT NULL,
    "down_armed" BOOLEAN NOT NULL,

    CONSTRAINT "round_band_pkey" PRIMARY KEY ("round_id")
);

CREATE TABLE "call_flip" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "from_band" "direction" NOT NULL,
    "to_band" "direction" NOT NULL,
    "price" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_flip_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "notification_fanout" ADD COLUMN "flip_id" INTEGER;

CREATE UNIQUE INDEX "notification_fanout_flip_id_key" ON "notification_fanout"("flip_id");

ALTER TABLE "round_band" ADD CONSTRAINT "round_band_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "call_flip" ADD CONSTRAINT "call_flip_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification_fanout" ADD CONSTRAINT "notification_fanout_flip_id_fkey" FOREIGN KEY ("flip_id") REFERENCES "call_flip"("id") ON DELETE CASCADE ON UPDATE CASCADE;
