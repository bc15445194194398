import { expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { openTestDatabase } from './test-database.ts'

const STATE = statement(
  `SELECT (SELECT count(*)::int FROM app_metadata) AS rows, nextval('vote_id_seq')::text AS id,
     (SELECT count(*)::int FROM pg_attribute
      WHERE attrelid = 'app_metadata'::regclass AND attname = 'extra') AS extra`,
  { rows: column.int, id: column.text, extra: column.int },
)

async function stateAfter(change: (database: Database) => Promise<void>) {
  const database = await openTestDatabase()
  await database.query(STATE)
  await change(database)
  await database.close()
  const next = await openTestDatabase()
  const state = await next.query(STATE)
  await next.close()
  return state
}

test.each([
  ['rows', `INSERT INTO app_metadata (key, value) VALUES ('left', '1')`],
  [
    'many rows',
    `INSERT INTO app_metadata (key, value) SELECT n, to_jsonb(n) FROM generate_series(1, 9000) n`,
  ],
  ['a column', 'ALTER TABLE app_metadata ADD COLUMN extra int'],
  ['statistics', 'ANALYZE app_metadata'],
])('a test finds nothing of %s that another has left', async (_, text) => {
  const untouched = await stateAfter(async () => {})
  expect(await stateAfter((database) => database.script(text))).toEqual(untouched)
})

test('a closed database answers no more', async () => {
  const database = await openTestDatabase()
  await database.close()
  await expect(database.query(STATE)).rejects.toThrow()
})
