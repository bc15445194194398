import { afterAll, beforeAll, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { databaseImage, tableShapes } from '#tests/support/database-image.ts'
import { insertRows } from '#tests/support/table-rows.ts'
import { openEmptyDatabase, openTestDatabase, testServerUrl } from '#tests/support/test-database.ts'
import type { Database } from './database.ts'
import { migrate, readTriggers } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { column, statement } from './sql.ts'

/** The counting of the ledger before seasons. */
const OLD_COUNT_LEDGER = `
  CREATE OR REPLACE FUNCTION count_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE user_stats s SET points = s.points + entries.points, settled = s.settled + 1
      FROM entries WHERE s.user_id = entries.user_id;
    RETURN NULL;
  END $$;
`

/** Parts of the triggers that use what a later version added, by a table or column of that version. */
const LATER_TRIGGERS = {
  moderation_case: /hidden_at/,
  ranking_change: /ranking_change/,
  reply: /reply/,
  'round.sealed_at': /refuse_votes_of|sealed_at/,
  round_hour: /vote_hours?\b|settled_calls/,
  season_stats: /ledger_removed/,
  'vote.ranked_likes': /ranked_like/,
}

/** The triggers without those on tables and columns that the version lacks. */
const triggersFor = (names: readonly string[]) =>
  readTriggers()
    .split(/(?=^CREATE OR REPLACE)/m)
    .filter((part) =>
      Object.entries(LATER_TRIGGERS).every(
        ([name, uses]) => names.includes(name) || !uses.test(part),
      ),
    )
    .map((part) =>
      names.includes('season_stats') || !part.includes('FUNCTION count_ledger() RETURNS')
        ? part
        : OLD_COUNT_LEDGER,
    )
    .join('')

const OLD_TABLES: Record<string, string> = {
  standing: 'user_stats',
  fact: 'app_metadata',
  view_mark: 'recent_view',
  receipt_leaf: 'commitment',
  receipt_tile: 'commitment_tile',
}
const OLD_COLUMNS: Record<string, Record<string, string>> = {
  round: { settling: 'pending_outcome' },
  receipt_leaf: { leaf: 'hash' },
  receipt_tile: { hashes: 'commitments' },
}
/** Columns that were dropped with what they held. */
const DROPPED_COLUMNS: Record<string, string> = { receipt_tile: 'level' }
const QUEUE = 'ranking_change'
const DROPPED = ['list_anchor', 'lease']
/** Columns of accounts that became rows of `identity`, with the instants by their old names. */
const MOVED = ['issuer', 'subject']
const OF_IDENTITY = [...MOVED, 'login_method', 'created']
const UNLINKED = statement('SELECT count(*)::int AS rows FROM session WHERE identity_id IS NULL', {
  rows: column.int,
})

const inOldNames = (sql: string) =>
  Object.entries(OLD_TABLES).reduce((text, [old, name]) => text.replaceAll(name, old), sql)

/** Inserts rows into every table of this version. */
async function fill(database: Database): Promise<void> {
  const shapes = await tableShapes(database)
  const tables = shapes.map(({ name }) => name)
  const columns = shapes.flatMap(({ name, columns: own }) => own.map((one) => `${name}.${one}`))
  const translate = tables.includes('standing') ? inOldNames : (sql: string) => sql
  await database.script(translate(triggersFor([...tables, ...columns])))
  await insertRows(database, tables, translate)
}

/** Tables and columns by the catalog of the server. */
const shapeOf = (database: Database) =>
  database.query(
    statement(
      `SELECT table_name::text, column_name::text, data_type::text, is_nullable::text,
       column_default::text FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY 1, 2`,
    ),
  )

/**
 * Number of migrations of the versions to upgrade: all in the full run, else the first, each fifth (on
 * PGlite each twentieth) and the two before the newest.
 */
const newest = readMigrations().length
const isSampled = !process.env.TEST_FULL
const step = testServerUrl === null ? 20 : 5
const versions = Array.from({ length: newest - 1 }, (_, index) => index + 1).filter(
  (version) => !isSampled || version === 1 || version % step === 0 || version > newest - 3,
)

let database: Database
let shape: Awaited<ReturnType<typeof shapeOf>>

beforeAll(async () => {
  const fresh = await openTestDatabase()
  shape = await shapeOf(fresh)
  await fresh.close()
  database = await openEmptyDatabase()
})
afterAll(() => database.close())

test.each(versions)(
  'upgrades from migration %i without losing rows, to the schema of a new database',
  async (upTo) => {
    await database.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await migrate(database, upTo)
    await fill(database)
    const own = (await tableShapes(database)).filter(
      ({ name }) => name !== '_prisma_migrations' && !DROPPED.includes(name),
    )
    const hasIdentities = own.some(({ name }) => name === 'identity')
    const shapes = own.map(({ name, columns }) => ({
      name,
      columns: columns.filter(
        (one) => !(name === 'user_account' && MOVED.includes(one)) && one !== DROPPED_COLUMNS[name],
      ),
    }))
    const signIns = { name: 'user_account', columns: [...OF_IDENTITY, 'last_login'] }
    const earlier = hasIdentities ? {} : await databaseImage(database, [signIns])
    const before = await databaseImage(database, shapes)
    // An empty table would prove nothing; a new table gets its rows in LATER_ROWS.
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
    await migrate(database)
    await database.script("DELETE FROM app_metadata WHERE key = 'triggers'")
    for (const { name, columns } of shapes) {
      const present = OLD_TABLES[name] ?? name
      const shape = {
        name: present,
        columns: columns.map((own) => OLD_COLUMNS[name]?.[own] ?? own),
      }
      const image = await databaseImage(database, [shape])
      const rows = before[name] ?? []
      // A migration may have the rankings written again, which adds a row to the queue.
      const kept = name === QUEUE ? (image[present] ?? []).slice(0, rows.length) : image[present]
      expect(kept).toEqual(rows)
    }
    if (!hasIdentities) {
      const moved = { name: 'identity', columns: [...OF_IDENTITY, 'last_used'] }
      const { identity } = await databaseImage(database, [moved])
      expect([identity, await database.query(UNLINKED)]).toEqual([
        earlier.user_account,
        [{ rows: 0 }],
      ])
    }
    expect(await verifyCounters(database)).toEqual([])
    expect(await shapeOf(database)).toEqual(shape)
  },
)
