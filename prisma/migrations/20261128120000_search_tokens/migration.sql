-- Tokens of what everybody may read and of what some may, under one index; see docs/decisions/search.md. Those of
-- texts from before are made by the server. Instances of the former version still write the former columns.
ALTER TABLE "search_document" ADD COLUMN "public_tokens" tsvector,
ADD COLUMN "reader_tokens" tsvector,
ALTER COLUMN "title_tokens" DROP NOT NULL,
ALTER COLUMN "body_tokens" DROP NOT NULL;

DROP INDEX "search_document_title_tokens_idx";

DROP INDEX "search_document_body_tokens_idx";

CREATE INDEX "search_document_public_tokens_reader_tokens_idx" ON "search_document" USING GIN ("public_tokens", "reader_tokens");
