import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { openPostgres } from '#api/infrastructure/database/postgres.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { fromRoot } from '#build/setup/project.mjs'
import { createMigratedDatabase, testServerUrl } from '#tests/support/test-database.ts'
import { report, times } from './report.ts'

const KILLS = times(10, 3)
const PEOPLE = 20
const LEVELS = 200
const NOW = Date.parse('2026-11-26T00:01:00Z')

// The embedded database belongs to one process.
const here = test.skipIf(testServerUrl === null)
let database: Database
let url = ''
let dispose = async () => {}

beforeAll(async () => {
  if (testServerUrl === null) return
  const created = await createMigratedDatabase(testServerUrl)
  url = created.url
  dispose = created.drop
  database = openPostgres({ url, connections: 2, onConnectionError: () => {} })
})
afterAll(async () => {
  await database?.close()
  await dispose()
})

const PEOPLE_SIGNED_IN = statement(
  `WITH person AS (INSERT INTO user_account (login_method, email, nickname, unique_code, created,
      last_login) SELECT 'other', '', 'a', lpad(n::text, 6, 'A'), now(), now()
      FROM generate_series(1, $1::int) n RETURNING id)
  INSERT INTO session (id, user_id, created, last_used, expires)
    SELECT gen_random_uuid(), id, now(), now(), '2027-02-01Z' FROM person`,
)
/** Each level is crossed at a price of its own. */
const ADD_LEVELS = statement(
  `INSERT INTO price_level (user_id, price, note, repeats, is_armed, side, created, expires)
  SELECT u.id, (1000 + n)::text, '', false, true, 'below', now(), '2027-02-01Z'
  FROM generate_series(1, $1::int) n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM user_account) u
      ON u.place = 1 + n % $2::int`,
)
const NOTICES = statement(
  `SELECT count(*)::int AS notices, count(DISTINCT (user_id, alert->>'level'))::int AS levels
  FROM notification WHERE kind = 'level'`,
  { notices: column.int, levels: column.int },
)
const LEFT = statement('SELECT count(*)::int AS levels FROM price_level', { levels: column.int })

function watchIn(from: number, to: number, killAt: number) {
  const script = fromRoot('tests', 'faults', 'levels-process.ts')
  const args = [url, NOW, from, to, killAt].map((value) => `${value}`)
  return Bun.spawn([process.execPath, '--no-env-file', script, ...args], { stderr: 'inherit' })
}

here(
  'kill -9 of the owner of the feed, and two owners at once, notify once of every level',
  async () => {
    await database.query(PEOPLE_SIGNED_IN, [PEOPLE])
    await database.query(ADD_LEVELS, [LEVELS, PEOPLE])
    const part = Math.floor(LEVELS / 2 / KILLS)
    let from = 1000
    for (let kill = 1; kill <= KILLS; kill++) {
      // The next owner sees the market some prices later.
      const owner = watchIn(from, from + part, 2 + kill)
      await owner.exited
      expect(owner.signalCode).toBe('SIGKILL')
      from += part
    }
    const owners = [watchIn(from, 1000 + LEVELS, 0), watchIn(from, 1000 + LEVELS, 12)]
    await Promise.all(owners.map(({ exited }) => exited))
    expect(owners.map(({ signalCode }) => signalCode)).toEqual([null, 'SIGKILL'])
    const [sent] = await database.query(NOTICES)
    expect(sent).toEqual({ notices: LEVELS, levels: LEVELS })
    expect(await database.query(LEFT)).toEqual([{ levels: 0 }])
    report('kill -9 of the watch of price levels', {
      kills: KILLS + 1,
      'acknowledged writes': LEVELS,
      failures: 0,
    })
  },
  300_000,
)
