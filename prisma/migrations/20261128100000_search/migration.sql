-- Texts as the search reads them; see docs/decisions/search.md. Texts from before are added by the server.
CREATE TYPE "search_kind" AS ENUM ('note', 'post', 'person');

CREATE TABLE "search_document" (
    "kind" "search_kind" NOT NULL,
    "id" BIGINT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "title_tokens" tsvector NOT NULL,
    "body_tokens" tsvector NOT NULL,

    CONSTRAINT "search_document_pkey" PRIMARY KEY ("kind","id")
);

CREATE INDEX "search_document_created_kind_id_idx" ON "search_document"("created", "kind", "id");

CREATE INDEX "search_document_user_id_created_idx" ON "search_document"("user_id", "created");

CREATE INDEX "search_document_title_tokens_idx" ON "search_document" USING GIN ("title_tokens");

CREATE INDEX "search_document_body_tokens_idx" ON "search_document" USING GIN ("body_tokens");

ALTER TABLE "search_document" ADD CONSTRAINT "search_document_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
