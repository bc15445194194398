import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Profile } from '#shared/contract/profile.ts'
import { Rankers } from '#shared/contract/users.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { crowd, newcomer, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

const FIRST = '2026-11-26T00:00:00.000Z'
const SECOND = '2026-11-30T00:00:00.000Z'

/** In the expected order of ranks once both rounds have settled. */
const NAMES = ['Hit twice', 'Hit and unsure', 'Hit once', 'Early', 'Sixth', 'Seventh', 'Missed']
type Name = (typeof NAMES)[number]

describe('the ranking', () => {
  let server: PlannedServer
  const people = new Map<Name, Person>()

  /** The outcomes are up and steady. */
  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-23T00:00:00Z', 100_000],
      ['2026-11-26T00:00:00Z', 106_000],
      ['2026-11-30T00:00:00Z', 100_000],
    ])
    // Signed in in another order, so that sorting by id alone fails.
    for (const name of ['Sixth', 'Seventh', 'Early', 'Missed', ...NAMES.slice(0, 3).reverse()]) {
      people.set(name, await newcomer(server, name))
    }
  })
  afterAll(() => server.stop())

  const person = (name: Name): Person => {
    const found = people.get(name)
    if (!found) throw new Error(`unknown user ${name}`)
    return found
  }
  const cast = (name: Name, targetDate: string, vote: string) =>
    person(name).api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote })
  const rankers = (query = '') => server.api.get(Rankers, `/users/rankers${query}`)
  const names = async (query = '') => (await rankers(query)).map(({ nickname }) => nickname)
  const rankOf = async (name: Name) => (await person(name).api.get(Profile, '/profile')).rank

  test('is empty before the first vote', async () => {
    expect(await rankers()).toEqual([])
    expect(await rankOf('Sixth')).toBeNull()
    expect(await person('Sixth').api.get(Profile, '/profile')).toMatchObject({
      points: 0,
      settledVotes: 0,
    })
  })

  test('lists nobody before the first settlement', async () => {
    await cast('Early', FIRST, 'unknown')
    server.clock.advance(30_000)
    await server.untilLive()
    for (const name of ['Seventh', 'Hit once', 'Sixth', 'Missed', 'Hit and unsure', 'Hit twice']) {
      const choice = name.startsWith('Hit') ? 'up' : name === 'Missed' ? 'down' : 'unknown'
      await cast(name, FIRST, choice)
    }
    expect(await names()).toEqual([])
    expect(await rankOf('Early')).toBeNull()
  })

  test('sorts by points, settled votes, first vote and id', async () => {
    await server.jump('2026-11-24T00:00:00Z')
    for (const [name, old] of people) people.set(name, await renewed(server, old))
    await server.untilLive()
    await cast('Hit twice', SECOND, 'steady')
    await cast('Hit and unsure', SECOND, 'unknown')
    await server.jump('2026-11-26T00:00:02Z')
    await server.jump('2026-11-30T00:00:02Z')
    expect(await names()).toEqual(NAMES)
    const [first, second, third, ...others] = await rankers()
    expect(second?.points).toBe(third?.points ?? 0)
    expect(first?.points).toBeGreaterThan(second?.points ?? 0)
    expect(others.map(({ points }) => Math.sign(points))).toEqual([0, 0, 0, -1])
  })

  test('agrees with the rank in the profile', async () => {
    for (const [name, old] of people) people.set(name, await renewed(server, old))
    for (const [place, name] of NAMES.entries()) expect(await rankOf(name)).toBe(place + 1)
    const profile = await person('Hit and unsure').api.get(Profile, '/profile')
    const listed = (await rankers())[1]
    expect(profile).toMatchObject({
      settledVotes: 2,
      points: listed?.points,
      uniqueCode: listed?.uniqueCode,
    })
  })

  test('returns ten users by default and up to a hundred', async () => {
    const newcomers = await crowd(server, 110, 'Voter')
    const { database, bus } = server.infrastructure
    await database.script(`
      INSERT INTO user_stats (user_id, settled, first_vote_at, last_vote_at)
        SELECT id, 1, now(), now() FROM user_account
        WHERE id IN (${newcomers.map(({ id }) => id).join()})`)
    bus.invalidateAll()
    const all = await rankers('?limit=100')
    expect(all).toHaveLength(100)
    const points = all.map((ranker) => ranker.points)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
    expect(points.at(-1)).toBe(0)
    for (const limit of [1, 10, 37])
      expect(await rankers(`?limit=${limit}`)).toEqual(all.slice(0, limit))
    expect(await rankers()).toEqual(all.slice(0, 10))
    for (const limit of ['0', '101', '1.5', 'ten', '-1']) {
      const refusal = server.api.refusal('GET', `/users/rankers?limit=${limit}`)
      expect(await refusal).toBe('422 INVALID')
    }
    expect(await rankOf('Missed')).toBe(NAMES.length + newcomers.length)
  })
})
