/**
 * Prints the SQL from the migrations to schema.prisma, as the draft of a new migration file.
 * Usage: bun build/prisma/new-migration.ts > prisma/migrations/<date>_<name>/migration.sql
 */
import { PGlite } from '@electric-sql/pglite'
import { readMigrations } from '#api/infrastructure/database/migrations.ts'
import { schemaDiff } from './schema-engine.ts'

const database = new PGlite()
for (const { sql } of readMigrations()) await database.exec(sql)
console.log(await schemaDiff({ tag: 'database' }, database))
