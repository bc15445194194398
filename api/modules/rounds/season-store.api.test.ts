import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createSeasonStore, type SeasonStore } from './season-store.ts'

/** Q3 has ended; its last target was Monday 28 September. */
const NOW = Date.parse('2026-10-05T00:00:00Z')

const RESULTS = statement(
  `SELECT rank, user_id, points, calls FROM season_result WHERE season = '2026Q3' ORDER BY rank`,
  { rank: column.int, user_id: column.nullable(column.int), points: column.int, calls: column.int },
)
const SEASONS = statement('SELECT season, ranked_members FROM season ORDER BY 1', {
  season: column.text,
  ranked_members: column.int,
})

let database: Database
let store: SeasonStore

beforeAll(async () => {
  database = await openTestDatabase()
  store = createSeasonStore(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.script(`
    TRUNCATE round, season_stats, season, user_account RESTART IDENTITY CASCADE;
    INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
      SELECT 'other', '', 'p' || n, 'code' || n, '2026-01-01Z', now() FROM generate_series(1, 9) n;
    INSERT INTO round (ref_date, target_date, outcome, settled_at) VALUES
      ('2026-09-17Z', '2026-09-24Z', 'up', '2026-09-24T00:00:05Z'),
      ('2026-09-21Z', '2026-09-28Z', 'void', '2026-10-01T03:00:00Z'),
      ('2026-09-24Z', '2026-10-01Z', NULL, NULL);
    INSERT INTO season_stats VALUES
      ('2026Q3', 1, 100, 9, 8, 4, 0, '2026-07-02Z'), ('2026Q3', 2, 100, 9, 9, 4, 0, '2026-07-03Z'),
      ('2026Q3', 3, 100, 9, 8, 4, 0, '2026-07-01Z'), ('2026Q3', 4, 100, 8, 8, 4, 0, '2026-07-01Z'),
      ('2026Q3', 5, 900, 9, 7, 4, 0, '2026-07-01Z'), ('2026Q3', 6, 800, 9, 8, 4, 0, '2026-07-01Z'),
      ('2026Q3', 7, 700, 9, 8, 4, 0, '2026-07-01Z'), ('2026Q3', 8, 600, 9, 8, 4, 0, '2026-07-01Z'),
      ('2026Q3', 9, -50, 9, 8, 4, 0, '2026-07-01Z'), ('2026Q4', 1, 5, 9, 9, 4, 0, '2026-10-01Z');
    UPDATE user_account SET banned_at = now() WHERE id = 6;
    UPDATE user_account SET created = '2026-09-17T03:00:00.001Z' WHERE id = 7;
    UPDATE user_account SET ranks_from = '2026-10-02Z' WHERE id = 8;
    UPDATE user_account SET created = '2026-09-17T03:00:00.000Z' WHERE id = 9`)
})

const ranks = async () =>
  (await database.query(RESULTS)).map(({ rank, user_id }) => [rank, user_id])

describe('the freeze of a season', () => {
  test('ranks by points, calls, first vote and id, without banned, young and rarely calling people', async () => {
    expect(await store.freezeDue(NOW)).toEqual(['2026Q3'])
    // Accounts 7 and 8 were too young at the last settlement, account 9 just old enough.
    expect(await ranks()).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 1],
      [5, 9],
    ])
    expect(await database.query(SEASONS)).toEqual([{ season: '2026Q3', ranked_members: 5 }])
  })

  test('waits for a round of the quarter that settles in the next one', async () => {
    await database.script(
      "UPDATE round SET settled_at = NULL, outcome = NULL WHERE target_date = '2026-09-28Z'",
    )
    expect(await store.freezeDue(NOW)).toEqual([])
    await database.script(
      "UPDATE round SET settled_at = '2026-10-02Z', outcome = 'up' WHERE settled_at IS NULL AND target_date < '2026-10-01Z'",
    )
    expect(await store.freezeDue(NOW)).toEqual(['2026Q3'])
    expect((await ranks()).map(([, user]) => user)).toContain(8)
  })

  test('does not come before the end of the quarter', async () => {
    expect(await store.freezeDue(Date.parse('2026-09-30T23:59:59.999Z'))).toEqual([])
    expect(await store.freezeDue(Date.parse('2026-10-01T00:00:00Z'))).toEqual(['2026Q3'])
  })

  test('happens once, however many instances run it, and no later change moves it', async () => {
    const stores = Array.from({ length: 6 }, () => createSeasonStore(database))
    const frozen = await Promise.all(stores.map((each) => each.freezeDue(NOW)))
    expect(frozen.flat()).toEqual(['2026Q3'])
    const before = await ranks()
    await database.script('UPDATE season_stats SET points = -1')
    expect(await store.freezeDue(NOW)).toEqual([])
    expect(await ranks()).toEqual(before)
  })

  test('catches up with several missed seasons, those without ranked people too', async () => {
    await database.script(`
      UPDATE round SET settled_at = '2026-10-02Z', outcome = 'up' WHERE settled_at IS NULL`)
    expect(await store.freezeDue(Date.parse('2027-04-01T00:00:00Z'))).toEqual(['2026Q3', '2026Q4'])
    expect(await database.query(SEASONS)).toEqual([
      { season: '2026Q3', ranked_members: 5 },
      { season: '2026Q4', ranked_members: 1 },
    ])
  })

  test('leaves the row of an erased account without a person', async () => {
    await store.freezeDue(NOW)
    await database.script('DELETE FROM season_stats; DELETE FROM user_account WHERE id = 3')
    expect((await ranks())[1]).toEqual([2, null])
  })
})
