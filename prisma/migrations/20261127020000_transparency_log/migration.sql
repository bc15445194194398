-- One append-only log over all rounds in place of a tree for each; see docs/RECEIPTS.md.
ALTER TABLE "vote" ADD COLUMN "receipt_version" SMALLINT NOT NULL DEFAULT 1;
ALTER TABLE "round" ADD COLUMN "log_index" BIGINT;

ALTER TABLE "receipt_leaf" RENAME TO "commitment";
ALTER TABLE "commitment" RENAME COLUMN "leaf" TO "hash";
ALTER TABLE "commitment" RENAME CONSTRAINT "receipt_leaf_pkey" TO "commitment_pkey";

-- The upper levels served proofs within a round; the log has its own.
DELETE FROM "receipt_tile" WHERE "level" > 0;
ALTER TABLE "receipt_tile" RENAME TO "commitment_tile";
ALTER TABLE "commitment_tile" DROP CONSTRAINT "receipt_tile_pkey";
ALTER TABLE "commitment_tile" DROP COLUMN "level";
ALTER TABLE "commitment_tile" RENAME COLUMN "hashes" TO "commitments";
ALTER TABLE "commitment_tile" ALTER COLUMN "first" SET NOT NULL;
ALTER TABLE "commitment_tile" ADD CONSTRAINT "commitment_tile_pkey" PRIMARY KEY ("round_id","index");
ALTER TABLE "commitment_tile" RENAME CONSTRAINT "receipt_tile_round_id_fkey" TO "commitment_tile_round_id_fkey";
ALTER INDEX "receipt_tile_round_id_first_idx" RENAME TO "commitment_tile_round_id_first_idx";

CREATE TABLE "log_tile" (
    "level" SMALLINT NOT NULL,
    "index" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL,

    CONSTRAINT "log_tile_pkey" PRIMARY KEY ("level","index")
);
-- Hashes cannot be compressed.
ALTER TABLE "log_tile" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;

CREATE TABLE "log_checkpoint" (
    "size" BIGINT NOT NULL,
    "previous_size" BIGINT NOT NULL,
    "round_id" INTEGER NOT NULL,
    "root" BYTEA NOT NULL,
    "note" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_checkpoint_pkey" PRIMARY KEY ("size"),
    CONSTRAINT "log_checkpoint_grows" CHECK ("size" > "previous_size")
);
-- Two checkpoints that continue the same log would be a fork.
CREATE UNIQUE INDEX "log_checkpoint_previous_size_key" ON "log_checkpoint"("previous_size");
CREATE UNIQUE INDEX "log_checkpoint_round_id_key" ON "log_checkpoint"("round_id");
ALTER TABLE "log_checkpoint" ADD CONSTRAINT "log_checkpoint_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "round"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "log_cosignature" (
    "size" BIGINT NOT NULL,
    "witness" TEXT NOT NULL,
    "line" TEXT NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_cosignature_pkey" PRIMARY KEY ("size","witness")
);
ALTER TABLE "log_cosignature" ADD CONSTRAINT "log_cosignature_size_fkey" FOREIGN KEY ("size") REFERENCES "log_checkpoint"("size") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "log_timestamp" (
    "size" BIGINT NOT NULL,
    "proof" BYTEA NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "updated" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_timestamp_pkey" PRIMARY KEY ("size")
);
ALTER TABLE "log_timestamp" ADD CONSTRAINT "log_timestamp_size_fkey" FOREIGN KEY ("size") REFERENCES "log_checkpoint"("size") ON DELETE CASCADE ON UPDATE CASCADE;
