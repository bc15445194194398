import { expect, test } from 'bun:test'
import { PGlite } from '@electric-sql/pglite'
import { readMigrations } from '#api/infrastructure/database/migrations.ts'
import { schemaDiff } from './schema-engine.ts'

/** Strips the engine's SQL comments. */
const statements = (sql: string) =>
  sql
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('--'))
    .join('\n')

test('the migrations result in schema.prisma, and drift is detected', async () => {
  const database = new PGlite()
  try {
    for (const { sql } of readMigrations()) await database.exec(sql)
    expect(statements(await schemaDiff({ tag: 'database' }, database))).toBe('')

    await database.exec('ALTER TABLE vote DROP COLUMN offer_hit; DROP INDEX post_board')
    const drift = statements(await schemaDiff({ tag: 'database' }, database))
    expect(drift).toContain('"offer_hit"')
    expect(drift).toContain('"post_board"')
  } finally {
    await database.close()
  }
})
