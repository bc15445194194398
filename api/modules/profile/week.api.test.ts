import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createRankStore } from '#api/modules/ranking/rank-store.ts'
import { settledPointsSql } from '#api/modules/rounds/points-sql.ts'
import { OwnWeek } from '#shared/contract/profile.ts'
import { voteResult } from '#shared/rules/band.ts'
import { mondayOf, weekOf } from '#shared/rules/iso-week.ts'
import { settledPoints } from '#shared/rules/offer-value.ts'
import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { DAY_MS, MINUTE_MS, WEEK_MS } from '#shared/rules/time.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createOwnVoteStore } from './store.ts'
import { readWeek } from './week.ts'

const PEOPLE = `INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
  SELECT 'other', '', 'p', 'week' || n, '2026-01-01Z', now() FROM generate_series(1, 8) n`
const IDS = statement('SELECT id FROM user_account ORDER BY id', { id: column.int })
const OPEN = statement(
  `INSERT INTO round (ref_date, target_date, ref_price) VALUES ($1, $2, '100000') RETURNING id`,
  { id: column.int },
)
const VOTE = statement(
  `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, carried, title, content,
    has_content, created) VALUES ($1, $2, $3::direction, $4, $5, 3, $6, '', '', false, $7)`,
)
const PAY = statement(
  `INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
  SELECT id, user_id, round_id, ${settledPointsSql('$2::outcome')}, $3 FROM vote WHERE round_id = $1`,
)
const SETTLE = statement('UPDATE round SET outcome = $2::outcome, settled_at = $3 WHERE id = $1')
const RANKS = statement(`SELECT user_id, rank FROM ranking WHERE list = 'all'`, {
  user_id: column.int,
  rank: column.int,
})
const WEEK_ROWS = statement(
  'SELECT count(*)::int AS rows, min(week)::text AS first FROM week_rank',
  {
    rows: column.int,
    first: column.nullable(column.text),
  },
)

/** A generator of integers below `below`: the minimal standard of Park and Miller. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const CHOICES = ['up', 'steady', 'down', 'unknown'] as const
const OUTCOMES = ['up', 'steady', 'down', 'void'] as const

interface Made {
  round: number
  target: number
  user: number
  created: number
  choice: (typeof CHOICES)[number]
  offer: { hit: number; miss: number }
  carried: number
}

describe('the weeks of random calls', () => {
  const START = Date.parse('2025-10-06T00:00:00Z')
  const WEEKS = 60
  const next = random(7)
  const votes: Made[] = []
  const outcomes = new Map<number, (typeof OUTCOMES)[number]>()
  /** By Monday. */
  const ranks = new Map<number, { before: Map<number, number>; after: Map<number, number> }>()
  let database: Database
  let users: number[]

  const readRanks = async () =>
    new Map((await database.query(RANKS)).map((row) => [row.user_id, row.rank] as const))

  beforeAll(async () => {
    database = await openTestDatabase()
    await database.script(PEOPLE)
    users = (await database.query(IDS)).map(({ id }) => id)
    const store = createRankStore(database)
    const rounds = new Map<number, number>()
    for (const start of roundStartsBetween(START - 1, START + WEEKS * WEEK_MS)) {
      const [settling, at] = [rounds.get(start), new Date(start + MINUTE_MS)]
      if (settling !== undefined) {
        const outcome = OUTCOMES[next(4)] ?? 'void'
        const before = await readRanks()
        await database.query(PAY, [settling, outcome, at])
        await database.query(SETTLE, [settling, outcome, at])
        outcomes.set(settling, outcome)
        await store.write('all', at.getTime())
        await store.finish(await store.lists(), '{}')
        const monday = mondayOf(start)
        ranks.set(monday, { before: ranks.get(monday)?.before ?? before, after: await readRanks() })
      }
      const target = start + WEEK_MS
      const [round] = await database.query(OPEN, [new Date(start), new Date(target)])
      if (!round) throw new Error('no round')
      rounds.set(target, round.id)
      for (const user of users) {
        if (next(3) === 0) continue
        const choice = CHOICES[next(4)] ?? 'up'
        const isPriced = choice !== 'unknown' && next(5) > 0
        const offer = isPriced ? { hit: 1 + next(200), miss: -1 - next(200) } : { hit: 0, miss: 0 }
        const created = start + next(3 * DAY_MS)
        const made = {
          round: round.id,
          target,
          user,
          created,
          choice,
          offer,
          carried: next(20) - 10,
        }
        votes.push(made)
        const { hit, miss } = offer
        const values = [round.id, user, choice, hit, miss, made.carried, new Date(created)]
        await database.query(VOTE, values)
      }
    }
  })
  afterAll(() => database.close())

  /** By the calls themselves. */
  const reckon = (user: number, monday: number) => {
    const isIn = (instant: number) => instant >= monday && instant < monday + WEEK_MS
    const own = votes.filter((vote) => vote.user === user)
    const settled = own.flatMap((vote) => {
      const outcome = outcomes.get(vote.round)
      if (outcome === undefined || !isIn(vote.target)) return []
      return [{ points: settledPoints(vote, outcome), result: voteResult(vote.choice, outcome) }]
    })
    const of = (result: string) => settled.filter((vote) => vote.result === result).length
    const points = settled.map((vote) => vote.points)
    return {
      made: own.filter(({ created }) => isIn(created)).length,
      points: points.reduce((sum, value) => sum + value, 0),
      hits: of('HIT'),
      misses: of('MISS'),
      extremes: new Set(points).size > 1 ? [Math.max(...points), Math.min(...points)] : [],
      count: settled.length,
    }
  }

  test('have the figures of a plain reckoning', async () => {
    const store = createOwnVoteStore(database)
    const now = START + WEEKS * WEEK_MS
    let compared = 0
    for (const user of users) {
      for (let monday = START - WEEK_MS; monday <= now; monday += WEEK_MS) {
        const week = await readWeek(store, user, { week: weekOf(monday), now })
        const expected = reckon(user, monday)
        const { made, points, hits, misses, settled, best, worst } = week
        const pointsOf = (id: number | null) => settled.find((vote) => vote.id === id)?.points
        const extremes = best === null ? [] : [pointsOf(best), pointsOf(worst)]
        const read = { made, points, hits, misses, extremes, count: settled.length }
        expect({ user, week: week.week, ...read }).toEqual({ user, week: week.week, ...expected })
        compared += settled.length
      }
    }
    expect(compared).toBeGreaterThan(400)
  }, 60_000)

  test('have the ranks before and after for a year, and none without a settled call', async () => {
    const store = createOwnVoteStore(database)
    const now = START + WEEKS * WEEK_MS
    const newest = mondayOf(now)
    let compared = 0
    for (const user of users) {
      for (const [monday, { before, after }] of ranks) {
        const { rank, settled } = await readWeek(store, user, { week: weekOf(monday), now })
        if (settled.length === 0 || monday <= newest - 53 * WEEK_MS) {
          expect(rank).toBeNull()
          continue
        }
        compared += 1
        expect(rank).toEqual({ before: before.get(user) ?? null, after: after.get(user) ?? null })
      }
    }
    expect(compared).toBeGreaterThan(200)
    const [rows] = await database.query(WEEK_ROWS)
    expect(rows?.first).toBe(new Date(newest - 52 * WEEK_MS).toISOString().slice(0, 10))
    expect(rows?.rows).toBeLessThanOrEqual(53 * users.length)
  })

  test('go with the account', async () => {
    const [user = 0] = users
    const rows = async () => (await database.query(WEEK_ROWS))[0]?.rows ?? 0
    const all = await rows()
    await database.transaction(async (sql) => {
      await sql.query(statement('DELETE FROM ledger WHERE user_id = $1'), [user])
      await sql.query(statement('DELETE FROM vote WHERE user_id = $1'), [user])
      for (const table of ['user_stats', 'season_stats'])
        await sql.query(statement(`DELETE FROM ${table} WHERE user_id = $1`), [user])
      await sql.query(statement('DELETE FROM user_account WHERE id = $1'), [user])
    })
    expect(await rows()).toBeLessThan(all)
  })
})

describe('the week over HTTP', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  test('is the own one: the last complete week by default, and never one of the future', async () => {
    const [mina, joe] = [await newcomer(server, 'Mina'), await newcomer(server, 'Joe')]
    const voteId = await castVote(server, mina)
    await server.jump('2026-11-26T00:00:10Z')
    const api = (await signedInAs(server, mina.id)).api
    const week = await api.get(OwnWeek, '/profile/week?week=2026-48')
    expect(week).toMatchObject({
      week: '2026-48',
      start: '2026-11-23T00:00:00.000Z',
      end: '2026-11-30T00:00:00.000Z',
      made: 0,
      best: null,
      worst: null,
      rank: { before: null, after: 1 },
    })
    expect(week.settled.map(({ id }) => id)).toEqual([voteId])
    expect(week.points).toBe(week.settled[0]?.points ?? Number.NaN)
    expect(await api.get(OwnWeek, '/profile/week')).toMatchObject({ week: '2026-47', made: 1 })
    const other = (await signedInAs(server, joe.id)).api
    expect(await other.get(OwnWeek, '/profile/week?week=2026-48')).toMatchObject({
      settled: [],
      made: 0,
      points: 0,
      rank: null,
    })
    expect(await api.get(OwnWeek, '/profile/week?week=2001-01')).toMatchObject({
      settled: [],
      made: 0,
    })
    const refused = ['2026-54', '2026-00', '2026-W47', '1969-01', '2026-47-1', '']
    for (const name of refused) {
      expect(await api.refusal('GET', `/profile/week?week=${name}`)).toBe('422 INVALID')
    }
    expect(await api.refusal('GET', '/profile/week?week=2026-49')).toBe('404 NOT_FOUND')
    expect(await server.api.refusal('GET', '/profile/week')).toStartWith('401 ')
    const session = await signedInAs(server, mina.id)
    const picture = async (query: string) => {
      const headers = { authorization: `Bearer ${session.token}` }
      const reply = await fetch(`${server.url}/api/v1/profile/week/picture?${query}`, { headers })
      const start = Buffer.from(await reply.arrayBuffer()).subarray(1, 4)
      return { status: reply.status, start: start.toString(), headers: reply.headers }
    }
    const drawn = await picture('week=2026-48&locale=ko-KR')
    expect(drawn).toMatchObject({ status: 200, start: 'PNG' })
    expect(drawn.headers.get('cache-control')).toBe('no-store')
    expect(drawn.headers.get('content-type')).toBe('image/png')
    expect((await picture('week=2026-49')).status).toBe(404)
    expect(await server.api.refusal('GET', '/profile/week/picture')).toStartWith('401 ')
    const { headers } = await api.raw('GET', '/profile/week')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
