import { expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { readMigrations } from '#api/infrastructure/database/migrations.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import {
  createTestDatabase,
  openBareDatabase,
  testServerUrl,
} from '#tests/support/test-database.ts'
import { openingFavorite } from './offer-pricing.ts'

const START = Date.parse('2026-06-01T00:00:00Z')

/** Opens that alternate by `step` (a fraction), newest first, up to `last`. */
const zigzag = (last: number, hours: number, step: number) =>
  Array.from({ length: hours }, (_, hour) => ({
    otime: last - hour * HOUR_MS,
    open: hour % 2 === 0 ? '60000.00' : (60_000 * (1 + step)).toFixed(2),
  }))

test.each([
  ['calm', zigzag(START, 1500, 0.004), 'steady'],
  ['wild', zigzag(START, 1500, 0.02), 'up'],
  ['wild, but short', zigzag(START, 24, 0.02), 'steady'],
  ['calm before the open and wild after it', zigzag(START + 90 * DAY_MS, 1500, 0.02), 'steady'],
  ['unknown', [], 'steady'],
] as const)('the favorite of a market that was %s', (_, candles, favorite) => {
  expect(openingFavorite(candles, START, '60000.00')).toBe(favorite)
})

async function emptyDatabase(): Promise<Database> {
  if (testServerUrl === null) return openBareDatabase()
  const { url, drop } = await createTestDatabase(testServerUrl)
  const database = openPostgres({ url, connections: 2, onConnectionError: () => {} })
  return { ...database, close: () => database.close().then(drop) }
}

test('the migration gives existing rounds the favorite of the rule', async () => {
  const database = await emptyDatabase()
  const names = readMigrations().map(({ name }) => name)
  await migrate(database, names.indexOf('20261122191000_round_results'))
  const starts = roundStartsBetween(START, START + 35 * DAY_MS)
  const sources = starts.map((refDate, index) => {
    // Around 6.6 % a day, where the favorite changes from steady to up; 24 returns are the fewest.
    const candles = zigzag(refDate, [1500, 700, 25, 24, 0][index % 5] ?? 0, 0.012 + index / 2500)
    return { refDate, source: `source ${index}`, candles }
  })
  for (const { refDate, source, candles } of sources) {
    await database.query(
      statement(`INSERT INTO round (ref_date, target_date, ref_price, ref_source)
        VALUES ($1, $1::timestamptz + interval '7 days', '60000.00', $2)`),
      [new Date(refDate), source],
    )
    await database.query(
      statement(`INSERT INTO candle (source, otime, open) SELECT $1::text, x.otime, x.open
        FROM jsonb_to_recordset($2::text::jsonb) AS x(otime timestamptz, open text)`),
      [
        source,
        JSON.stringify(
          [...candles, { otime: refDate + HOUR_MS, open: '1.00' }].map(({ otime, open }) => ({
            otime: new Date(otime).toISOString(),
            open,
          })),
        ),
      ],
    )
  }
  await database.script(
    `INSERT INTO round (ref_date, target_date) VALUES ('2025-01-02Z', '2025-01-09Z')`,
  )
  await migrate(database)
  const rows = await database.query(
    statement('SELECT opening_favorite::text AS favorite FROM round ORDER BY ref_date', {
      favorite: column.nullable(column.text),
    }),
  )
  const expected = sources.map(({ refDate, candles }) =>
    openingFavorite(candles, refDate, '60000.00'),
  )
  expect(new Set(expected)).toEqual(new Set(['steady', 'up']))
  expect(rows.map(({ favorite }) => favorite)).toEqual([null, ...expected])
  await database.close()
})
