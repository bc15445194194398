import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createCommitmentTileStore } from '#api/modules/receipts/commitment-tile-store.ts'
import { createLogStore } from '#api/modules/receipts/log/log-store.ts'
import { createReceiptStore } from '#api/modules/receipts/store.ts'
import { createRecordStore } from '#api/modules/rounds/record-store.ts'
import { createTrackRecordStore } from '#api/modules/users/record-store.ts'
import { recordStatements } from '#tests/load/statements.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createOwnStatsStore } from './own-stats-store.ts'
import { createRankStore } from './rank-store.ts'
import { createRankingStore } from './store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const READS: [string, (database: Database) => Promise<unknown>][] = [
  ['the person of a track record', (own) => createTrackRecordStore(own).user('000001')],
  ['the stats of a season', (own) => createTrackRecordStore(own).season('2026Q4', 1)],
  ['the points over time', (own) => createTrackRecordStore(own).pointsOverTime(1)],
  ['the number of votes of a person', (own) => createTrackRecordStore(own).total('000001')],
  ['the votes of a person', (own) => createTrackRecordStore(own).votes(1, 10, 10)],
  ['the own stats of a season', (own) => createOwnStatsStore(own).stats('2026Q4', 1)],
  ['the own stats of all time', (own) => createOwnStatsStore(own).stats('all', 1)],
  ['the own call of the last round', (own) => createOwnStatsStore(own).stats('last-round', 1)],
  ['a page of a live ranking', (own) => createRankingStore(own).page('all', false, 50)],
  ['the rank in it', (own) => createRankingStore(own).place('all', false, 1)],
  ['a page of a final season', (own) => createRankingStore(own).page('2026Q3', true, 50)],
  ['the rank in a final season', (own) => createRankingStore(own).place('2026Q3', true, 1)],
  ['the hours of a round', (own) => createRecordStore(own).hours(1)],
  ['the best and worst calls', (own) => createRecordStore(own).extremes(1)],
  ['the vote of a proof', (own) => createReceiptStore(own).find(1)],
  ['the tile of a commitment', (own) => createCommitmentTileStore(own).find(1, new Uint8Array(32))],
  ['a bundle of entries', (own) => createCommitmentTileStore(own).entries(512, 256)],
  ['the tiles of a proof', (own) => createLogStore(own).tiles([{ level: 0, index: 1, width: 7 }])],
  ['the newest checkpoint', (own) => createLogStore(own).newest()],
  ['the checkpoint of a round', (own) => createLogStore(own).ofRound(1)],
]

/** Plans of the statements of `work`, as for tables that nothing has analyzed and that are not scanned. */
async function plansOf(work: (database: Database) => Promise<unknown>): Promise<string> {
  const statements = await recordStatements(database, work)
  expect(statements).not.toEqual([])
  return database.transaction(async (sql) => {
    // Forces the plan of large tables; small ones would be scanned.
    await sql.query(statement('SET LOCAL enable_seqscan = off'))
    const lines: string[] = []
    for (const { text, values } of statements) {
      if (text.includes('set_config')) await sql.query(statement(text), values)
      const explain = statement(`EXPLAIN ${text}`, { 'QUERY PLAN': column.text })
      const rows = await sql.query(explain, values)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
    }
    return lines.join('\n')
  })
}

test.each(READS)('%s: read from indexes, without a scan of a table', async (_, read) => {
  const plans = await plansOf(read)
  expect(plans).toContain('Index')
  expect(plans).not.toContain('Seq Scan')
})

const PEOPLE = 100_000
const LARGE_LIST = `
  INSERT INTO user_account (id, login_method, email, nickname, unique_code, created, last_login)
  SELECT n, 'other', '', 'trader-' || n, 'P' || n, now(), now() FROM generate_series(1, ${PEOPLE}) n;
  INSERT INTO ranking (list, rank, user_id, points, settled, calls, right_calls, implied_ppm)
  SELECT 'all', n, n, 0, 1, 1, 1, 0 FROM generate_series(1, ${PEOPLE}) n;
  ANALYZE user_account, ranking`

test('a page of a large ranking is joined row by row, even where the planner does not know its ranks', async () => {
  await database.script(LARGE_LIST)
  const read = (own: Database) => createRankingStore(own).page('all', false, PEOPLE / 2)
  const [page] = await recordStatements(database, read)
  const plan = await database.transaction(async (sql) => {
    await sql.script(
      `SET LOCAL plan_cache_mode = force_generic_plan; PREPARE page (text, int) AS ${page?.text}`,
    )
    const explain = `EXPLAIN EXECUTE page('all', ${PEOPLE / 2})`
    const rows = await sql.query(statement(explain, { 'QUERY PLAN': column.text }))
    await sql.script('DEALLOCATE page')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Scan using user_account_pkey')
  expect(plan).not.toContain('Seq Scan on user_account')
})

test('commitments are moved into tiles in the order of their index, without meeting all of the round', async () => {
  const plans = await plansOf((own) => createCommitmentTileStore(own).moveNext(1))
  expect(plans).toContain('Delete on commitment')
  expect(plans).toMatch(
    /Limit[^\n]*\n( +InitPlan[^\n]*\n +-> {2}CTE Scan[^\n]*\n)? +-> {2}Index (Only )?Scan using commitment_pkey/,
  )
  expect(plans).not.toMatch(/Join|Memoize|Seq Scan on|Bitmap/)
})

test('whether the ranks from before a week are stored already is evaluated once', async () => {
  const plans = await plansOf((own) => createRankStore(own).write('all', 0))
  const insert = plans.split('Insert on ').find((plan) => plan.startsWith('week_rank'))
  expect(insert).toMatch(/One-Time Filter: .*>/)
  expect(insert).not.toContain('Anti Join')
})
