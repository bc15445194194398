import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { OwnRank, Ranking } from '#shared/contract/ranking.ts'
import { Rankers, TrackRecord, UserVotes } from '#shared/contract/users.ts'
import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { DAY_MS, WEEK_MS } from '#shared/rules/time.ts'
import { signedInAs } from '#tests/support/crowd.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const NOW = Date.parse(SATURDAY)
const PEOPLE = 70
const OUTCOMES = ['up', 'steady', 'down', 'steady', 'steady', 'void'] as const
const CHOICES = ['up', 'steady', 'down', 'unknown', 'steady']

/** An entry of the ledger, read by itself. */
interface Entry {
  user: number
  quarter: string
  target: number
  created: number
  points: number
  counts: boolean
  right: boolean
  ppm: number
}

const ENTRIES = statement(
  `SELECT v.user_id, v.choice::text AS choice, v.offer_hit, v.offer_miss, v.carried, v.created,
    r.target_date, r.outcome::text AS outcome FROM vote v JOIN round r ON r.id = v.round_id
  WHERE r.settled_at IS NOT NULL`,
  {
    user_id: column.int,
    choice: column.text,
    offer_hit: column.int,
    offer_miss: column.int,
    carried: column.int,
    created: column.instant,
    target_date: column.instant,
    outcome: column.text,
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

describe('track records and rankings of random votes over three seasons', () => {
  let server: TestServer
  let database: Database
  let entries: Entry[] = []
  const joined = (id: number) => (id % 23 === 0 ? NOW - 13 * DAY_MS : Date.UTC(2026, 1, 1))
  const isBanned = (id: number) => id % 29 === 0

  beforeAll(async () => {
    database = await openTestDatabase()
    const roll = random(7)
    const people = Array.from({ length: PEOPLE }, (_, index) => index + 1)
    const users = people.map((id) => {
      const banned = isBanned(id) ? 'now()' : 'NULL'
      return `('other', '', 'p${id}', 'C0DE${10 + id}', '${new Date(joined(id)).toISOString()}',
        now(), ${banned})`
    })
    await database.script(`INSERT INTO user_account (login_method, email, nickname, unique_code, created,
      last_login, banned_at) VALUES ${users.join()}`)
    const store = createRoundStore(database)
    const starts = roundStartsBetween(Date.UTC(2026, 5, 1), NOW)
    for (const round of await store.open(starts)) {
      const votes = people
        .filter(() => roll(20) < 19)
        .map((id) => {
          const isPriced = roll(20) > 0
          const [hit, miss] = isPriced ? [roll(437), -1 - roll(436)] : [0, 0]
          const choice = CHOICES[roll(CHOICES.length)]
          const created = new Date(round.refDate + roll(9) * 3_600_000).toISOString()
          return `(${round.id}, ${id}, '${choice}', ${hit}, ${miss}, 2, ${roll(3) * 10}, '', '', false,
            '${created}')`
        })
      await database.script(`INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss,
        offer_version, carried, title, content, has_content, created) VALUES ${votes.join()}`)
      if (round.targetDate > NOW) continue
      const outcome = OUTCOMES[roll(OUTCOMES.length)] ?? 'void'
      const at = round.targetDate + 5_000
      await store.settle({ roundId: round.id, outcome, evidence: null, at })
      // A settlement that runs twice changes nothing.
      await store.settle({ roundId: round.id, outcome: 'up', evidence: null, at })
    }
    entries = (await database.query(ENTRIES)).map((row): Entry => {
      const counts =
        row.choice !== 'unknown' && row.outcome !== 'void' && row.offer_hit - row.offer_miss !== 0
      const right = counts && row.choice === row.outcome
      const call = row.choice === 'unknown' ? 0 : right ? row.offer_hit : row.offer_miss
      const target = row.target_date
      return {
        user: row.user_id,
        quarter: `${target.getUTCFullYear()}Q${Math.ceil((target.getUTCMonth() + 1) / 3)}`,
        target: target.getTime(),
        created: row.created.getTime(),
        points: row.outcome === 'void' ? 0 : row.carried + call,
        counts,
        right,
        ppm: counts ? Math.round((-row.offer_miss / (row.offer_hit - row.offer_miss)) * 1e6) : 0,
      }
    })
    server = await startTestServer({ database })
  })
  afterAll(() => server.stop())

  const statsOf = (own: Entry[]) => ({
    points: own.reduce((sum, { points }) => sum + points, 0),
    calls: own.filter(({ counts }) => counts).length,
    right: own.filter(({ right }) => right).length,
    impliedPpm: own.reduce((sum, { ppm }) => sum + ppm, 0),
    settled: own.length,
  })
  /** Best first; `least` calls, and only people that `accepts`. */
  const ranked = (of: Entry[], least: number, accepts: (id: number) => boolean) =>
    Array.from({ length: PEOPLE }, (_, index) => index + 1)
      .map((id) => ({ id, own: of.filter(({ user }) => user === id) }))
      .filter(({ id, own }) => statsOf(own).calls >= least && accepts(id) && !isBanned(id))
      .map(({ id, own }) => ({
        id,
        ...statsOf(own),
        first: Math.min(...own.map(({ created }) => created)),
      }))
      .sort((a, b) => b.points - a.points || b.calls - a.calls || a.first - b.first || a.id - b.id)
  const isOld = (id: number) => joined(id) <= NOW - 14 * DAY_MS
  const shown = (rows: ReturnType<typeof ranked>) =>
    rows.map(({ id, points, calls, right, impliedPpm }, index) => ({
      rank: index + 1,
      state: 'listed' as const,
      uid: id,
      nickname: `p${id}`,
      uniqueCode: `C0DE${10 + id}`,
      points,
      calls,
      right,
      impliedPpm,
    }))
  const page = async (season: string, number = 1) => {
    const path = `/ranking?season=${season}&page=${number}`
    const ranking = await server.api.get(Ranking, path)
    return { ...ranking, posts: ranking.posts.map(({ skill: _, ...row }) => row) }
  }

  test('keep every figure equal to its rows', async () => {
    expect(entries.length).toBeGreaterThan(1_000)
    expect(await verifyCounters(database)).toEqual([])
  })

  test.each(['2026Q2', '2026Q3', '2026Q4'])('rank the season %s', async (season) => {
    const own = entries.filter(({ quarter }) => quarter === season)
    const expected = shown(ranked(own, 8, isOld))
    const first = await page(season)
    expect(first.rankedMembers).toBe(expected.length)
    expect([...first.posts, ...(await page(season, 2)).posts]).toEqual(expected)
    expect(first.frozenAt === null).toBe(season === '2026Q4')
    expect(first.seasons).toEqual(['2026Q4', '2026Q3', '2026Q2'])
    for (const currentPage of [99, 1_000_000_000]) {
      expect(await page(season, currentPage)).toMatchObject({
        posts: [],
        pagination: { currentPage },
      })
    }
  })

  test('rank all time in the order of the rankers', async () => {
    const rankers = await server.api.get(Rankers, '/users/rankers?limit=100')
    const { posts } = await page('all')
    const more = (await page('all', 2)).posts
    const listed = [...posts, ...more].map(({ uid, points }) => [uid, points])
    expect(listed).toEqual(rankers.map(({ id, points }) => [id, points]))
    const expected = ranked(entries, 0, (id) => entries.some(({ user }) => user === id))
    expect(new Set(listed.map(([id]) => id))).toEqual(new Set(expected.map(({ id }) => id)))
    for (const { uid, ...row } of [...posts, ...more]) {
      const { settled: _, ...own } = statsOf(entries.filter(({ user }) => user === uid))
      expect(row).toMatchObject(own)
    }
  })

  test('rank the last round', async () => {
    const last = Math.max(...entries.filter(({ counts }) => counts).map(({ target }) => target))
    const own = entries.filter(({ target, counts }) => target === last && counts)
    const list = await page('last-round')
    expect(list.posts).toEqual(shown(ranked(own, 1, isOld)).slice(0, 50))
    expect([list.from, list.to]).toEqual([new Date(last).toISOString(), null])
  })

  test('give each person the same record', async () => {
    const season = entries.filter(({ quarter }) => quarter === '2026Q4')
    const order = ranked(season, 8, isOld).map(({ id }) => id)
    for (let id = 1; id <= PEOPLE; id += 4) {
      const own = entries.filter(({ user }) => user === id).sort((a, b) => a.target - b.target)
      const record = await server.api.get(TrackRecord, `/users/code${10 + id}`)
      expect(record.total).toEqual(statsOf(own))
      expect(record.season).toMatchObject({
        season: '2026Q4',
        figures: statsOf(own.filter(({ quarter }) => quarter === '2026Q4')),
        rank: order.includes(id) ? order.indexOf(id) + 1 : null,
      })
      const course = record.course.map(({ targetTime, points, counts }) => [
        targetTime,
        points,
        counts,
      ])
      expect(course).toEqual(
        own.map(({ target, points, counts }) => [new Date(target).toISOString(), points, counts]),
      )
      expect(record.before).toEqual({ calls: 0, points: 0, variance: 0 })
      const { up, steady, down } = record.byDirection
      expect(up.calls + steady.calls + down.calls).toBe(record.total.calls)
      expect(up.right + steady.right + down.right).toBe(record.total.right)
      const calls = own.filter(({ counts }) => counts)
      expect(up.points + steady.points + down.points).toBe(statsOf(calls).points)
      const votes = await server.api.get(UserVotes, `/users/C0DE${10 + id}/votes`)
      expect(votes.pagination.totalPosts).toBeGreaterThanOrEqual(own.length)
      const settled = votes.posts.filter(({ points }) => points !== null)
      expect(settled.map(({ points }) => points)).toEqual(
        own
          .toReversed()
          .slice(0, settled.length)
          .map(({ points }) => points),
      )
    }
  })

  test('refuse unknown codes and seasons', async () => {
    expect(await server.api.refusal('GET', '/users/ZZZZZZ')).toBe('404 USER_UNKNOWN')
    expect(await server.api.refusal('GET', '/users/ZZZZZZ/votes')).toBe('404 USER_UNKNOWN')
    expect(await server.api.refusal('GET', '/ranking?season=2020Q1')).toBe('404 NOT_FOUND')
    expect(await server.api.refusal('GET', '/ranking?season=2026')).toBe('422 INVALID')
  })

  test('show a person as soon as the account is 14 days old', async () => {
    const live4 = entries.filter(({ quarter }) => quarter === '2026Q4')
    const callsOf = (id: number) => statsOf(live4.filter(({ user }) => user === id)).calls
    const id = [23, 46, 69].find((one) => callsOf(one) >= 8) ?? 0
    const young = await signedInAs(server, id)
    const own = (api = young.api) => api.get(OwnRank, '/ranking/me?season=2026Q3')
    // Final seasons stay as they were frozen.
    expect(await own()).toMatchObject({ rank: null, status: 'young', needed: 8 })
    const live = await young.api.get(OwnRank, '/ranking/me')
    expect(live).toMatchObject({ season: '2026Q4', rank: null, status: 'young' })
    expect(live.ranksFrom).toBe(new Date(NOW + DAY_MS).toISOString())
    const before = await page('2026Q4')
    const stream = await openStream(server.url)
    await stream.next('hello')
    await server.jump(NOW + DAY_MS + 10_000)
    await stream.next('ranks')
    stream.close()
    const later = await signedInAs(server, id)
    const grown = await later.api.get(OwnRank, '/ranking/me')
    expect([grown.status, grown.ranksFrom]).toEqual(['ranked', null])
    const after = await page('2026Q4')
    expect(after.rankedMembers).toBeGreaterThan(before.rankedMembers)
    expect(
      [...after.posts, ...(await page('2026Q4', 2)).posts].find(({ uid }) => uid === id)?.rank,
    ).toBe(grown.rank ?? 0)
  })

  test('drop a banned person from live lists, and mark the row of a final one', async () => {
    const [live] = (await page('2026Q4')).posts
    const [final] = (await page('2026Q3')).posts
    await database.script(
      `UPDATE user_account SET banned_at = now() WHERE id IN (${live?.uid}, ${final?.uid})`,
    )
    server.infrastructure.bus.publish('moderation', { target: 'user', id: live?.uid ?? 0 })
    const uids = (await page('2026Q4')).posts.map(({ uid }) => uid)
    expect([uids.includes(live?.uid ?? 0), uids.includes(final?.uid ?? 0)]).toEqual([false, false])
    expect((await page('2026Q3')).posts[0]).toEqual({
      ...(final ?? expect.anything()),
      state: 'banned',
      uid: null,
      uniqueCode: null,
    })
    const record = await server.api.get(TrackRecord, `/users/${live?.uniqueCode}`)
    expect(record.season).toMatchObject({ rank: null, status: 'banned' })
  })

  test('freeze the season once its rounds are settled', async () => {
    await server.jump(Date.UTC(2027, 0, 1) + WEEK_MS)
    const final = await page('2026Q4')
    expect(final.frozenAt).not.toBeNull()
    expect(final.seasons[0]).toBe('2027Q1')
    expect(await verifyCounters(database)).toEqual([])
  })
})
