import { expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { databaseImage, tableShapes } from '#tests/support/database-image.ts'
import {
  createTestDatabase,
  openBareDatabase,
  openTestDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'
import type { Database } from './database.ts'
import { migrate, readMigrations, readTriggers } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { column, statement } from './sql.ts'

/** An empty database without tables. */
async function emptyDatabase(): Promise<Database> {
  if (testServerUrl === null) return openBareDatabase()
  const { url, drop } = await createTestDatabase(testServerUrl)
  const database = openPostgres({ url, connections: 2, onConnectionError: () => {} })
  const close = () => database.close().then(drop)
  return { ...database, close }
}

/** Versions before identities keep issuer and subject in the account. */
const ISSUER = ['issuer, subject, ', "'test', n::text, "] as const

/** Rows of the tables that every version has. */
const rowsFor = ([columns, values]: readonly [string, string]) => `
  INSERT INTO user_account (${columns}login_method, email, nickname, unique_code, created,
    last_login)
    SELECT ${values}'other', n || '@example.com', 'person ' || n, 'code' || n, now(), now()
    FROM generate_series(1, 20) n;
  INSERT INTO round (ref_date, target_date) VALUES
    ('2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'), ('2026-11-05T00:00:00Z', '2026-11-12T00:00:00Z');
  INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
    has_content, created)
    SELECT round.id, person.id, 'up', 100, -50, 1, 'Up', '<p>Up</p>', true, now()
    FROM round, user_account person;
  INSERT INTO post (board, user_id, title, content, created)
    SELECT 'frees', id, 'A post', '<p>A post</p>', now() FROM user_account;
  INSERT INTO vote_reaction (vote_id, user_id, kind)
    SELECT (SELECT min(id) FROM vote), id, 'like' FROM user_account;
  INSERT INTO post_reaction (post_id, user_id, kind)
    SELECT (SELECT min(id) FROM post), id, 'dislike' FROM user_account;
  UPDATE round SET outcome = 'up', settled_at = now() WHERE ref_date = '2026-11-02T00:00:00Z';
  INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
    SELECT vote.id, user_id, round_id, 100, now() FROM vote JOIN round ON round.id = round_id
    WHERE round.settled_at IS NOT NULL;
  INSERT INTO session (id, user_id, created, last_used, expires)
    SELECT gen_random_uuid(), id, now(), now(), now() + interval '30 days' FROM user_account;
  INSERT INTO refresh_token (hash, session_id, created)
    SELECT decode(md5(id::text) || md5(id::text), 'hex'), id, now() FROM session;
  INSERT INTO recent_view (kind, post_id, viewer, hour)
    SELECT 'post', id, decode('00ff', 'hex'), '2026-11-02T00:00:00Z' FROM post;
  INSERT INTO candle (source, otime, open) VALUES ('binance', '2026-11-02T00:00:00Z', '60000.00');
  INSERT INTO app_metadata (key, value) VALUES ('market', '{"kind": "real"}');`

/** Rows of tables that later versions added, by table. */
const LATER_ROWS: Record<string, string> = {
  direction_lock: `INSERT INTO direction_lock (round_id, user_id, since)
    SELECT round.id, person.id, now() FROM round, user_account person`,
  list_anchor: "INSERT INTO list_anchor (list, block, first_id) VALUES ('frees', 1, 1)",
  lease:
    "INSERT INTO lease (name, holder, until, term) VALUES ('keeper', gen_random_uuid(), now(), 1)",
  spent_id_token:
    "INSERT INTO spent_id_token (digest, expires) VALUES (decode('00ff', 'hex'), now())",
  erased_identity:
    "INSERT INTO erased_identity (digest, expires) VALUES (decode('00ff', 'hex'), now())",
  identity: `INSERT INTO identity (user_id, issuer, subject, login_method, created, last_used)
    SELECT id, 'test', id::text, 'other', now(), now() FROM user_account`,
  // Settlement stores the votes of the close; the rows above settle without it.
  round_hour: `UPDATE round SET close_up = 20, close_steady = 0, close_down = 0, close_unknown = 0
    WHERE settled_at IS NOT NULL`,
  season_result: `INSERT INTO season (season, frozen_at, ranked_members)
      SELECT '2026Q3', now(), count(*) FROM user_account;
    INSERT INTO season_result (season, rank, user_id, points, settled, calls, right_calls, implied_ppm)
      SELECT '2026Q3', id, id, 0, 8, 8, 4, 4000000 FROM user_account`,
  receipt_leaf: `INSERT INTO receipt_leaf (round_id, leaf)
    SELECT id, decode('00ff', 'hex') FROM round`,
  receipt_tile: `INSERT INTO receipt_tile (round_id, level, index, hashes)
    SELECT id, 1, 0, decode('00ff', 'hex') FROM round`,
  // Each person has one notification that waits for a device.
  push_delivery: `INSERT INTO notification (user_id, kind, round_id, created)
      SELECT p.id, 'settled', min(r.id), now() FROM user_account p, round r GROUP BY p.id;
    INSERT INTO notification_fanout (kind, round_id) SELECT 'settled', min(id) FROM round;
    INSERT INTO notification_setting (user_id, opened) SELECT id, true FROM user_account;
    INSERT INTO push_device (user_id, session_id, endpoint, p256dh, auth, server_key, zone, locale,
        created)
      SELECT user_id, id, id, '', '', '', 'UTC', 'en-US', now() FROM session;
    INSERT INTO push_delivery (notification_id, device_id, due, expires)
      SELECT n.id, d.id, now(), now() FROM notification n JOIN push_device d USING (user_id)`,
  receipt_key: `INSERT INTO receipt_key (id, public_key, valid_from)
    VALUES ('0123456789abcdef', decode('00ff', 'hex'), now())`,
  // The tables of moderation refer to each other, so the last one fills them all.
  report: `INSERT INTO moderation_case (target, target_id, author_id, opened)
      SELECT 'post', id, user_id, now() FROM post;
    INSERT INTO report (case_id, target, target_id, reporter_id, reason, text, created)
      SELECT id, target, target_id, author_id, 'spam', '', now() FROM moderation_case;
    INSERT INTO moderation_act (act, source, subject_id, target, target_id, reason, created)
      SELECT 'hide', 'moderator', author_id, target, target_id, 'spam', now() FROM moderation_case;
    INSERT INTO appeal (act_id, text, created) SELECT id, 'Please.', now() FROM moderation_act`,
}

/** The counting of the ledger before seasons. */
const OLD_COUNT_LEDGER = `
  CREATE OR REPLACE FUNCTION count_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE user_stats s SET points = s.points + entries.points, settled = s.settled + 1
      FROM entries WHERE s.user_id = entries.user_id;
    RETURN NULL;
  END $$;
`

/** Parts of the triggers that use what a later version added, by a table of that version. */
const LATER_TRIGGERS = {
  moderation_case: /hidden_at/,
  receipt_tile: /refuse_votes_of|sealed_at/,
  round_hour: /vote_hours?\b|settled_calls/,
  season_stats: /ledger_removed/,
}

/** The triggers without those on tables and columns that the version lacks. */
const triggersFor = (tables: readonly string[]) =>
  readTriggers()
    .split(/(?=^CREATE OR REPLACE)/m)
    .filter((part) =>
      Object.entries(LATER_TRIGGERS).every(
        ([table, uses]) => tables.includes(table) || !uses.test(part),
      ),
    )
    .map((part) =>
      tables.includes('season_stats') || !part.includes('FUNCTION count_ledger() RETURNS')
        ? part
        : OLD_COUNT_LEDGER,
    )
    .join('')

const OLD_TABLES: Record<string, string> = {
  standing: 'user_stats',
  fact: 'app_metadata',
  view_mark: 'recent_view',
}
const OLD_COLUMNS: Record<string, string> = { settling: 'pending_outcome' }
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
  const tables = Object.keys(await databaseImage(database))
  const rows = rowsFor(tables.includes('identity') ? ['', ''] : ISSUER)
  const script = `${triggersFor(tables)}; ${rows}`
  await database.script(tables.includes('standing') ? inOldNames(script) : script)
  for (const table of tables) await database.script(LATER_ROWS[table] ?? '')
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

test('upgrades every earlier version without losing rows, to the schema of a new database', async () => {
  const fresh = await openTestDatabase()
  const shape = await shapeOf(fresh)
  await fresh.close()
  const database = await emptyDatabase()
  for (let upTo = 1; upTo < readMigrations().length; upTo++) {
    await database.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await migrate(database, upTo)
    await fill(database)
    const own = (await tableShapes(database)).filter(
      ({ name }) => name !== '_prisma_migrations' && !DROPPED.includes(name),
    )
    const hasIdentities = own.some(({ name }) => name === 'identity')
    const shapes = own.map(({ name, columns }) => ({
      name,
      columns: name === 'user_account' ? columns.filter((one) => !MOVED.includes(one)) : columns,
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
      const shape = { name: present, columns: columns.map((own) => OLD_COLUMNS[own] ?? own) }
      expect(await databaseImage(database, [shape])).toEqual({ [present]: before[name] ?? [] })
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
  }
  await database.close()
}, 180_000)
