-- High, low, close and base volume of a finished hour, all or none; the feed fills in those of earlier hours.
ALTER TABLE "candle" ADD COLUMN     "close" TEXT,
ADD COLUMN     "high" TEXT,
ADD COLUMN     "low" TEXT,
ADD COLUMN     "volume" TEXT;

ALTER TABLE "candle" ADD CONSTRAINT "candle_bar" CHECK (
  num_nulls("high", "low", "close", "volume") IN (0, 4)
  AND coalesce("high" ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$', true)
  AND coalesce("low" ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$', true)
  AND coalesce("close" ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$', true)
  AND coalesce("volume" ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$', true)
);
