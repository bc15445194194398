import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { RefreshReply } from '#shared/contract/auth.ts'
import { CandleList } from '#shared/contract/candles.ts'
import { Profile } from '#shared/contract/profile.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import {
  expectedOutcome,
  type ReplayCheck,
  replayCheck,
  replayFile,
} from '#tests/support/replay-check.ts'
import { openStream } from '#tests/support/stream-client.ts'
import {
  type Person,
  SATURDAY,
  startTestServer,
  type TestServer,
} from '#tests/support/test-server.ts'

const CHOICES = ['up', 'steady', 'down', 'unknown'] as const
/** Starts of the ten rounds with votes; the last settles a week after its start. */
const STARTS = [19, 23, 26, 30, 33, 37, 40, 44, 47, 51].map((day) => Date.UTC(2026, 10, day))

let server: TestServer
let hand: ReplayCheck
let people: Person[]

/** The user with a new access token, since each clock jump expires the last one. */
async function renew(person: Person): Promise<Person> {
  const { refreshToken } = person
  const reply = await server.api.call(RefreshReply, 'POST', '/auth/refresh-token', { refreshToken })
  const token = reply.accessToken
  return { ...person, token, refreshToken: reply.refreshToken, api: server.api.as(token) }
}

beforeAll(async () => {
  const file = replayFile()
  hand = replayCheck(file, Date.parse(SATURDAY))
  server = await startTestServer({ environment: { PRICE_FEED: `replay:${file}` } })
  people = []
  for (const name of ['Mina', 'Joe', 'Hana', 'Ben']) people.push(await server.person(name))
})
afterAll(() => server.stop())

describe('a replay of recorded candles', () => {
  test('is shifted by whole weeks and marked in every reply with prices', async () => {
    expect(hand.shiftMs % (7 * DAY_MS)).toBe(0)
    const reply = await server.api.raw('GET', '/candles?limit=3000')
    expect(reply.headers.get('x-price-source')).toBe('replay')
    expect(reply.headers.get('x-price-market')).toBe('replay')
    const candles = await server.api.get(CandleList, '/candles?limit=3000')
    expect(candles.length).toBeGreaterThan(2900)
    for (const { otime, oprice } of candles) expect(oprice).toBe(hand.openAt(otime))

    const summary = await server.api.get(VoteSummary, '/vote/summary')
    expect(summary.price).toMatchObject({ source: 'replay', market: 'replay', freshness: 'live' })
    const listener = await openStream(server.url)
    const hello = await listener.next('hello')
    expect(hello.summary.price).toMatchObject({ source: 'replay', market: 'replay' })
    server.clock.advance(1000)
    const { price } = await listener.next('price')
    expect(price).toMatchObject({ source: 'replay', market: 'replay' })
    listener.close()
  })

  test('settles ten historical rounds as calculated by hand', async () => {
    const calls: { start: number; person: number; vote: number; points: number[] }[] = []
    for (const [place, start] of STARTS.entries()) {
      if (place > 0) await server.jump(start + 3000)
      people = await Promise.all(people.map(renew))
      const targetDate = new Date(start + 7 * DAY_MS).toISOString()
      for (const [person, { api }] of people.entries()) {
        const vote = CHOICES[person]
        const reply = await api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote })
        const { hit, miss } = reply.offer
        if (vote !== 'unknown') expect(hit).toBeGreaterThan(0)
        calls.push({ start, person, vote: reply.id, points: [hit, miss] })
      }
    }
    await server.jump((STARTS.at(-1) ?? 0) + 7 * DAY_MS + 3000)
    people = await Promise.all(people.map(renew))

    const rounds = new Map<number, string>()
    const table: string[] = []
    for (const start of STARTS) {
      const target = start + 7 * DAY_MS
      const [reference, settle] = [hand.openAt(start), hand.openAt(target)]
      const outcome = expectedOutcome(settle, reference)
      rounds.set(start, outcome)
      table.push(`${hand.historical(start)} ${reference} -> ${settle} ${outcome}`)
      const round = await server.api.get(RoundDetail, `/rounds/${new Date(target).toISOString()}`)
      expect(round).toMatchObject({
        status: 'settled',
        refPrice: reference,
        outcome,
        votes: null,
        voters: 4,
        reference: { price: reference, exchange: 'replay' },
        settlement: {
          price: settle,
          exchange: 'replay',
          candleTime: new Date(target).toISOString(),
        },
      })
    }
    // Guard against a fixture with a single outcome.
    expect(new Set(rounds.values()).size, table.join('\n')).toBeGreaterThan(1)

    const sums = people.map(() => 0)
    for (const { start, person, vote, points } of calls) {
      const choice = CHOICES[person]
      const isHit = choice === rounds.get(start)
      const due = choice === 'unknown' ? 0 : ((isHit ? points[0] : points[1]) ?? Number.NaN)
      sums[person] = (sums[person] ?? 0) + due
      const detail = await people[person]?.api.get(VoteDetail, `/votes/${vote}`)
      expect(detail).toMatchObject({
        result: choice === 'unknown' ? 'unknown' : isHit ? 'HIT' : 'MISS',
        points: due,
        refPrice: hand.openAt(start),
        settlement: { price: hand.openAt(start + 7 * DAY_MS) },
      })
    }
    for (const [person, { api }] of people.entries()) {
      const profile = await api.get(Profile, '/profile')
      expect(profile).toMatchObject({ points: sums[person], settledVotes: STARTS.length })
    }
  })
})
