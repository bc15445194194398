-- Live rankings as rows, written after each change of their order; see docs/decisions/ranks-as-rows.md.
CREATE TABLE "ranking" (
    "list" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "settled" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "right_calls" INTEGER NOT NULL,
    "implied_ppm" BIGINT NOT NULL,

    CONSTRAINT "ranking_pkey" PRIMARY KEY ("list","rank")
);

CREATE UNIQUE INDEX "ranking_list_user_id_key" ON "ranking"("list", "user_id");

CREATE TABLE "ranking_list" (
    "list" TEXT NOT NULL,
    "members" INTEGER NOT NULL,
    "experienced" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3),

    CONSTRAINT "ranking_list_pkey" PRIMARY KEY ("list")
);

CREATE TABLE "ranking_change" (
    "id" SERIAL NOT NULL,

    CONSTRAINT "ranking_change_pkey" PRIMARY KEY ("id")
);
