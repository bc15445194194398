-- CreateTable
CREATE TABLE "list_anchor" (
    "list" TEXT NOT NULL,
    "block" INTEGER NOT NULL,
    "first_id" INTEGER NOT NULL,

    CONSTRAINT "list_anchor_pkey" PRIMARY KEY ("list","block")
);
