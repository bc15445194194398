-- An advisory lock of PostgreSQL has taken its place.
DROP TABLE "lease";
