import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { createCandleStore } from '#api/market/store.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { createMarket, type SimulatedMarket, voteOf } from '#tests/independent/simulated-people.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createRotationStore } from './rotation-store.ts'
import { createSkillStore } from './skill-store.ts'
import { createSkillWriter } from './skill-writer.ts'

const NOW = Date.parse('2026-11-21T02:30:00Z')
const PEOPLE = 12
const ROUNDS = 30
/** Counts from a later day. */
const LATE = 2
const ERASED = 3

const ADD_VOTE = statement(`INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss,
    offer_version, entry_price, carried, title, content, has_content, created)
  SELECT $1, v.person, v.choice, v.hit, v.miss, 3, v.price, v.carried, '', '', false,
    $2::timestamptz + interval '1 minute'
  FROM jsonb_to_recordset($3::text::jsonb)
    AS v (person int, choice direction, hit int, miss int, price text, carried int)`)
const SKILL = statement('SELECT * FROM skill ORDER BY user_id, list', {
  user_id: column.int,
  list: column.text,
  calls: column.int,
  points: column.int,
  variance: column.float,
  own_variance: column.float,
  rotation: column.nullable(column.float),
})
const SUMS = statement(
  `SELECT v.user_id, sum(l.points)::int AS points, sum(l.variance) AS variance,
    count(*) FILTER (WHERE v.choice <> 'unknown')::int AS calls
  FROM ledger l JOIN vote v ON v.id = l.vote_id JOIN user_account u ON u.id = v.user_id
  WHERE v.created >= coalesce(u.ranks_from, '-infinity') AND u.erased_at IS NULL
  GROUP BY 1 ORDER BY 1`,
  { user_id: column.int, points: column.int, variance: column.float, calls: column.int },
)

let database: Database
let market: SimulatedMarket
beforeAll(async () => {
  database = await openTestDatabase()
  market = createMarket(4, NOW)
  const rounds = market.rounds.slice(-ROUNDS)
  const first = rounds[0]?.refDate ?? 0
  const candles = market.candles.filter(({ otime }) => otime >= first - 12 * WEEK_MS)
  await createCandleStore(database).save('simulated', candles)
  await database.query(
    statement(`INSERT INTO user_account (id, login_method, email, nickname, unique_code, created,
        last_login, ranks_from, erased_at)
      SELECT n, 'other', '', 'p' || n, 'CODE' || 10 + n, '2026-01-01Z', '2026-01-01Z',
        CASE n WHEN ${LATE} THEN $2::timestamptz END, CASE n WHEN ${ERASED} THEN now() END
      FROM generate_series(1, $1::int) n`),
    [PEOPLE, new Date(rounds[10]?.refDate ?? 0)],
  )
  const store = createRoundStore(database)
  for (const [index, round] of rounds.entries()) {
    const [opened] = await store.open([round.refDate])
    const roundId = opened?.id ?? 0
    const evidence = { price: round.refPrice, source: 'simulated', candleAt: 0, readAt: 0 }
    await store.setReference(roundId, evidence, 'steady')
    const votes = Array.from({ length: PEOPLE }, (_, place) => {
      const person = place + 1
      // Person 1 is always right, so that the words need the rotation.
      const made = voteOf(person, index, round, (random) =>
        person === 1 ? round.outcome : random < 0.5 ? 'up' : 'steady',
      )
      const price = round.views[made.moment].input.priceNow
      const carried = index === 5 ? 20 : 0
      if (person === 4 && index === 5)
        return { person, choice: 'unknown', hit: 0, miss: 0, price, carried }
      return { person, choice: made.choice, hit: made.hit, miss: made.miss, price, carried }
    })
    await database.query(ADD_VOTE, [roundId, new Date(round.refDate), JSON.stringify(votes)])
    const settled = index === 20 ? ('void' as const) : round.outcome
    const at = round.refDate + WEEK_MS
    await store.settle({ roundId, outcome: settled, evidence: null, at })
  }
})
afterAll(() => database.close())

const writerOn = (own: Database) => {
  const bus = testBus()
  const state = { published: 0 }
  bus.on('ranks', () => {
    state.published += 1
  })
  const clock = testClock(NOW)
  const stores = { store: createSkillStore(own), rotations: createRotationStore(own) }
  return { state, writer: createSkillWriter({ ...stores, bus, clock, log: createLog('silent') }) }
}

test('computes what has settled before, through crashes at any statement, and each vote once', async () => {
  let [count, crashes] = [0, 0]
  // Every seventh write fails, in a transaction and outside.
  const failing = (sent: { text: string }) => {
    if (!/^\s*(WITH|UPDATE)/.test(sent.text)) return
    count += 1
    if (count % 7 === 0) {
      crashes += 1
      throw new Error('killed')
    }
  }
  const own: Database = {
    ...database,
    query: async (sent, values) => {
      failing(sent)
      return database.query(sent, values)
    },
    transaction: (work) =>
      database.transaction((sql) =>
        work({
          ...sql,
          query: async (sent, values) => {
            const rows = await sql.query(sent, values)
            failing(sent)
            return rows
          },
        }),
      ),
  }
  const { writer, state } = writerOn(own)
  for (let turn = 0; turn < 20; turn++) await writer.run()
  expect(crashes).toBeGreaterThan(2)
  expect(state.published).toBeGreaterThan(0)
  const skill = await database.query(SKILL)
  const all = skill.filter(({ list }) => list === 'all')
  const sums = await database.query(SUMS)
  expect(all.map(({ user_id, points }) => [user_id, points])).toEqual(
    sums.map(({ user_id, points }) => [user_id, points]),
  )
  for (const [index, row] of all.entries()) {
    expect(row.variance).toBeCloseTo(sums[index]?.variance ?? 0, 5)
    const seasons = skill.filter((one) => one.user_id === row.user_id && one.list !== 'all')
    expect(seasons.reduce((sum, { variance }) => sum + variance, 0)).toBeCloseTo(row.variance, 5)
    expect(seasons.reduce((sum, { calls }) => sum + calls, 0)).toBe(row.calls)
    // The void round is no call; one of person 4 has no direction, and one person counts from a later day.
    const less = row.user_id === 4 ? 1 : row.user_id === LATE ? 10 : 0
    expect(row.calls).toBe(ROUNDS - 1 - less)
  }
})

test('who is always right passes the rotation, and records near luck have none', async () => {
  const skill = await database.query(SKILL)
  expect(skill.find(({ user_id, list }) => user_id === 1 && list === 'all')?.rotation).toBeLessThan(
    0.023,
  )
  for (const { calls, points, variance, rotation } of skill) {
    const isFar = calls >= 12 && points ** 2 >= 4 * variance
    expect(rotation !== null).toBe(isFar)
  }
})

test('changes nothing when there is nothing new, and only people of a round that settles', async () => {
  const before = await database.query(SKILL)
  const { writer, state } = writerOn(database)
  await writer.run()
  expect([await database.query(SKILL), state.published]).toEqual([before, 0])
  const round = market.rounds.at(-1)
  const store = createRoundStore(database)
  const next = (round?.refDate ?? 0) + WEEK_MS
  const [opened] = await store.open([next])
  const roundId = opened?.id ?? 0
  const evidence = { price: '60000', source: 'simulated', candleAt: 0, readAt: 0 }
  await store.setReference(roundId, evidence, 'steady')
  const vote = { person: 5, choice: 'up', hit: 200, miss: -50, price: '60000', carried: 7 }
  await database.query(ADD_VOTE, [roundId, new Date(next), JSON.stringify([vote])])
  await writer.run()
  expect(await database.query(SKILL)).toEqual(before)
  await store.settle({ roundId, outcome: 'up', evidence: null, at: next + WEEK_MS })
  await writer.run()
  await writer.stop()
  const after = await database.query(SKILL)
  const changed = after.filter((row) => !before.some((old) => Bun.deepEquals(old, row)))
  expect(new Set(changed.map(({ user_id }) => user_id))).toEqual(new Set([5]))
  const own = (rows: typeof before) => rows.find((row) => row.user_id === 5 && row.list === 'all')
  expect((own(after)?.points ?? 0) - (own(before)?.points ?? 0)).toBe(207)
  // A week lies between, so nothing correlates: HIT · MISS and the square of what was carried.
  expect((own(after)?.variance ?? 0) - (own(before)?.variance ?? 0)).toBeCloseTo(10_049, 5)
})
