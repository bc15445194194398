-- The list of the best notes reads shown notes only; votes without one leave its index.
DROP INDEX "vote_best";
CREATE INDEX "vote_best" ON "vote"("round_id", "ranked_likes" DESC, "id" DESC) WHERE "has_content" AND "note_hidden_at" IS NULL;
