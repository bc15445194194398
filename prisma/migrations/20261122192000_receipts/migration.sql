-- Receipts of votes and the trees of closed rounds; see docs/RECEIPTS.md.
ALTER TABLE "vote" ADD COLUMN "salt" BYTEA,
ADD COLUMN "accepted" TIMESTAMPTZ(3);

ALTER TABLE "round" ADD COLUMN "sealed_at" TIMESTAMPTZ(3),
ADD COLUMN "leaf_cursor" INTEGER,
ADD COLUMN "receipt_root" BYTEA,
ADD COLUMN "receipt_size" INTEGER,
ADD COLUMN "receipt_root_at" TIMESTAMPTZ(3),
ADD COLUMN "receipt_key" TEXT,
ADD COLUMN "receipt_signature" BYTEA;

CREATE TABLE "receipt_leaf" (
    "round_id" INTEGER NOT NULL,
    "leaf" BYTEA NOT NULL,

    CONSTRAINT "receipt_leaf_pkey" PRIMARY KEY ("round_id","leaf")
);

CREATE TABLE "receipt_tile" (
    "round_id" INTEGER NOT NULL,
    "level" SMALLINT NOT NULL,
    "index" INTEGER NOT NULL,
    "first" BYTEA,
    "hashes" BYTEA NOT NULL,

    CONSTRAINT "receipt_tile_pkey" PRIMARY KEY ("round_id","level","index")
);

CREATE INDEX "receipt_tile_round_id_first_idx" ON "receipt_tile"("round_id", "first");
-- Hashes cannot be compressed.
ALTER TABLE "receipt_tile" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;

ALTER TABLE "receipt_tile" ADD CONSTRAINT "receipt_tile_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "receipt_key" (
    "id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_key_pkey" PRIMARY KEY ("id")
);
