-- Endpoints as the server stores them from now on: host in lower case, no default port, no fragment. Of two
-- spellings of one endpoint the later row stays.
CREATE TEMPORARY TABLE "spelled" ON COMMIT DROP AS
  SELECT "id", regexp_replace(lower(substring("endpoint" FROM '^[^:/]+://[^/?#]+')), ':443$', '')
    || regexp_replace(substring("endpoint" FROM '^[^:/]+://[^/?#]+([^#]*)'), '^$', '/') AS "address"
  FROM "push_device";

DELETE FROM "push_device" d USING "spelled" a, "spelled" b
  WHERE d."id" = a."id" AND b."address" = a."address" AND b."id" > a."id";

UPDATE "push_device" d SET "endpoint" = a."address" FROM "spelled" a
  WHERE d."id" = a."id" AND a."address" IS NOT NULL AND d."endpoint" <> a."address";

DROP TABLE "spelled";
