-- The votes of a round and the votes with a note as lists of their own.
CREATE INDEX "vote_round" ON "vote"("round_id", "id" DESC);
CREATE INDEX "vote_notes" ON "vote"("id" DESC) WHERE "has_content" AND "note_hidden_at" IS NULL;

INSERT INTO "list_total" ("list", "slot", "total")
  SELECT 'notes', "user_id" % 16, count(*) FROM "vote"
  WHERE "has_content" AND "note_hidden_at" IS NULL GROUP BY 2
  ON CONFLICT ("list", "slot") DO UPDATE SET "total" = excluded."total";
