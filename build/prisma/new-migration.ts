/**
 * Prints the SQL from the migrated state to schema.prisma: the start of a new migration file.
 * Usage: bun build/prisma/new-migration.ts > prisma/migrations/<date>_<name>/migration.sql
 */
import { schemaDiff } from './schema-engine.ts'

console.log(await schemaDiff({ tag: 'empty' }))
