import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Profile } from '#shared/contract/profile.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, EditVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

const UNPRICED = { hit: 0, miss: 0 }

describe('votes while the exchange is silent', () => {
  let server: PlannedServer
  let person: Person
  /** Time of the newest price, the last tick before the silence. */
  let silentSince = 0
  let targetDate = ''
  let late: Person
  let pricedId = 0
  let unpricedId = 0

  beforeAll(async () => {
    server = await startPlannedServer([['2026-11-01T00:00:00Z', 100_000]])
    await eventually(() => server.exchange.connections() === 1)
    server.clock.advance(1000)
    await eventually(() => server.infrastructure.market.stats().lastTickAgeMs !== null)
    targetDate = (await server.api.get(VoteSummary, '/vote/summary')).target2.targetDate
  })
  afterAll(() => server.stop())

  const silence = () => {
    server.exchange.faults.silent = true
    server.exchange.faults.refusing = true
    server.exchange.faults.status = { code: 503 }
    server.exchange.disconnect()
  }
  const speak = () => {
    server.exchange.faults.silent = false
    server.exchange.faults.refusing = false
    server.exchange.faults.status = null
  }
  const round = () => server.api.get(RoundDetail, `/rounds/${targetDate}`)
  const cast = (who: Person, vote: string) =>
    who.api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote })

  test('are priced by a price under ten seconds old', async () => {
    silence()
    silentSince = server.infrastructure.market.price()?.time ?? 0
    await server.jump(silentSince + 9_999)
    expect(await round()).toMatchObject({ status: 'live', priced: true })
    person = await newcomer(server, 'In time')
    const reply = await cast(person, 'up')
    expect(reply).toMatchObject({ priced: true, offerVersion: 3 })
    expect(reply.offer.hit).toBeGreaterThan(0)
    expect(reply.offer.miss).toBeLessThan(0)
    pricedId = reply.id
  })

  test('are accepted without an offer from an older price, unless the client asks first', async () => {
    await server.jump(silentSince + 10_000)
    expect(await round()).toMatchObject({ priced: false, offers: null, chances: null })
    late = await newcomer(server, 'Late')
    const body = { targetDate, vote: 'up' }
    const refusal = await late.api.refusal('POST', '/votes?unpriced=ask', body)
    expect(refusal).toBe('409 NO_FRESH_PRICE')
    const { id, offer, priced } = await cast(late, 'up')
    expect({ offer, priced }).toEqual({ offer: UNPRICED, priced: false })
    expect(await late.api.get(VoteDetail, `/votes/${id}`)).toMatchObject({
      offer: { ...UNPRICED, version: 3 },
      priced: false,
      carried: 0,
      entryPrice: null,
    })
    unpricedId = id
  })

  test('keep their direction, but not their text', async () => {
    const edits: [Person, number, string][] = [
      [person, pricedId, 'down'],
      [person, pricedId, 'unknown'],
      [late, unpricedId, 'down'],
    ]
    for (const [who, id, vote] of edits) {
      expect(await who.api.refusal('PUT', `/votes/${id}`, { vote })).toBe('409 NO_FRESH_PRICE')
    }
    const body = { vote: 'up', content: '<p>text</p>' }
    const reply = await person.api.call(EditVoteReply, 'PUT', `/votes/${pricedId}`, body)
    expect(reply).toMatchObject({ priced: true, carried: 0 })
  })

  test('are priced by a change of direction once the price is back, at no gain', async () => {
    speak()
    await server.untilLive()
    const { offers } = await round()
    const reply = await late.api.call(EditVoteReply, 'PUT', `/votes/${unpricedId}`, {
      vote: 'down',
    })
    expect(reply).toMatchObject({ offer: offers?.down, priced: true, carried: 0 })
    silence()
  })

  test('are rejected in a round without reference price', async () => {
    await server.jump('2026-11-23T00:00:05Z')
    person = await renewed(server, person)
    targetDate = '2026-11-30T00:00:00.000Z'
    expect(await round()).toMatchObject({ status: 'live', refPrice: null, offers: null })
    const summary = await server.api.get(VoteSummary, '/vote/summary')
    expect(summary.target2).toMatchObject({ targetDate, refPrice: null })
    for (const vote of ['up', 'unknown']) {
      const body = { targetDate, vote }
      expect(await person.api.refusal('POST', '/votes', body)).toBe('503 NO_REFERENCE')
    }
    const before = Date.parse('2026-11-23T00:00:00Z')
    expect((await person.api.get(Profile, '/profile')).lastVoteTime).toBeLessThan(before)
  })

  test('are accepted as soon as the reference price is set', async () => {
    speak()
    await server.jump('2026-11-23T00:00:20Z')
    await server.untilLive()
    expect(await round()).toMatchObject({ refPrice: '100000.00', priced: true })
    const { offer } = await cast(person, 'steady')
    expect(offer.hit).toBeGreaterThan(0)
  })
})
