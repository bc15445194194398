import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import type { Direction } from '#shared/contract/common.ts'
import { OwnVotes } from '#shared/contract/profile.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, EditVoteReply, VoteDetail, VoteItem } from '#shared/contract/votes.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import { settledPoints, voteValue } from '#shared/rules/offer-value.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let targetDate = ''

beforeAll(async () => {
  server = await startTestServer()
  targetDate = (await server.api.get(VoteSummary, '/vote/summary')).target2.targetDate
})
afterAll(() => server.stop())

const cast = (person: Person, vote: Direction, content = '') =>
  person.api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote, content })
const edit = (person: Person, id: number, vote: Direction, content = '') =>
  person.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote, content })
const detail = (person: Person, id: number) => person.api.get(VoteDetail, `/votes/${id}`)

/** Offers and chances of the moment, under a version of the rule. */
async function quote(version: number = OFFER_VERSION) {
  const round = await server.api.get(RoundDetail, `/rounds/${targetDate}`)
  const chances = round.chancesByVersion?.find((each) => each.version === version)
  if (!round.offers || !chances) throw new Error('the round is not priced')
  return { offers: round.offers, chances }
}

describe('a changed direction', () => {
  test('closes the call at its fair value, and repeated changes add up', async () => {
    const person = await newcomer(server, 'Changer')
    const { id, offer } = await cast(person, 'up')
    server.clock.advance(4 * MINUTE_MS)
    const first = await quote()
    const closed = voteValue({ choice: 'up', offer }, first.chances)
    expect(closed).not.toBe(0)
    const reply = await edit(person, id, 'down')
    expect(reply).toMatchObject({ offer: first.offers.down, priced: true, carried: closed })

    server.clock.advance(2 * MINUTE_MS)
    const second = await quote()
    const more = voteValue({ choice: 'down', offer: first.offers.down }, second.chances)
    expect(await edit(person, id, 'unknown')).toMatchObject({
      offer: { hit: 0, miss: 0 },
      priced: false,
      carried: closed + more,
    })
    server.clock.advance(2 * MINUTE_MS)
    const third = await quote()
    await edit(person, id, 'steady', '<p>text</p>')
    await edit(person, id, 'steady', '<p>another text</p>')
    expect(await detail(person, id)).toMatchObject({
      voteChoice: 'steady',
      offer: { ...third.offers.steady, version: 3 },
      carried: closed + more,
      points: null,
      entryPrice: server.infrastructure.market.price()?.value,
    })
    const [own] = await person.api.get(OwnVotes, '/profile/votes')
    expect(own).toMatchObject({ id, carried: closed + more })
  })

  test('is listed with the points that it carries, and own calls with the time of the change', async () => {
    const person = await newcomer(server, 'Listed')
    const { id } = await cast(person, 'up')
    const own = async () => (await person.api.get(OwnVotes, '/profile/votes'))[0]
    const first = await own()
    expect(first?.enteredAt).toBe(first?.created)
    server.clock.advance(7 * MINUTE_MS)
    const { carried } = await edit(person, id, 'down')
    expect(carried).not.toBe(0)
    const changedAt = new Date(server.clock.now()).toISOString()
    expect(await own()).toMatchObject({ created: first?.created, enteredAt: changedAt })
    server.clock.advance(MINUTE_MS)
    await edit(person, id, 'down', '<p>text</p>')
    expect(await own()).toMatchObject({ enteredAt: changedAt })
    expect(await server.api.get(VoteItem, `/votes/${id}/item`)).toMatchObject({ carried })
  })

  test('is carried once when the same edit is sent twenty times at once', async () => {
    const person = await newcomer(server, 'Repeater')
    const { id, offer } = await cast(person, 'up')
    server.clock.advance(4 * MINUTE_MS)
    const { chances, offers } = await quote()
    const carried = voteValue({ choice: 'up', offer }, chances)
    const replies = await Promise.all(Array.from({ length: 20 }, () => edit(person, id, 'steady')))
    for (const reply of replies) expect(reply).toMatchObject({ offer: offers.steady, carried })
    expect(await detail(person, id)).toMatchObject({ voteChoice: 'steady', carried })
  })

  test('is carried in turn when different edits race', async () => {
    const person = await newcomer(server, 'Racer')
    const { id, offer } = await cast(person, 'up')
    server.clock.advance(4 * MINUTE_MS)
    const { chances } = await quote()
    const carried = voteValue({ choice: 'up', offer }, chances)
    await Promise.all((['down', 'steady', 'unknown'] as const).map((to) => edit(person, id, to)))
    // Calls closed at the price of their offer are worth nothing, up to rounding.
    const left = (await detail(person, id)).carried
    expect(Math.abs(left - carried)).toBeLessThanOrEqual(2)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test.each([1, 2])('closes an offer of version %d under that version', async (version) => {
    const person = await newcomer(server, `Early ${version}`)
    const { id } = await cast(person, 'up')
    await server.infrastructure.database.query(
      statement(
        `UPDATE vote SET offer_version = $2, offer_hit = 42, offer_miss = -238 WHERE id = $1`,
      ),
      [id, version],
    )
    await edit(person, id, 'up', '<p>text</p>')
    const old = { hit: 42, miss: -238 }
    expect((await detail(person, id)).offer).toEqual({ ...old, version })
    const { chances } = await quote(version)
    const carried = voteValue({ choice: 'up', offer: old }, chances)
    expect(await edit(person, id, 'down')).toMatchObject({ carried, offerVersion: 3 })
  })
})

describe('an edit of a copy that was changed elsewhere since', () => {
  let person: Person
  let id = 0
  let opened = ''

  beforeAll(async () => {
    person = await newcomer(server, 'Two devices')
    id = (await cast(person, 'up', '<p>first</p>')).id
    opened = (await detail(person, id)).created
    server.clock.advance(MINUTE_MS)
    await edit(person, id, 'down', '<p>first</p>')
  })

  const put = (seen: string, vote: Direction, content: string) =>
    person.api.refusal('PUT', `/votes/${id}?seen=${seen}`, { vote, content })

  test('changes neither the direction back nor the note', async () => {
    const stored = await detail(person, id)
    expect(await put(opened, 'up', '<p>first</p>')).toBe('409 EDITED_ELSEWHERE')
    expect(await put(opened, 'down', '<p>mine</p>')).toBe('409 EDITED_ELSEWHERE')
    expect(await detail(person, id)).toEqual(stored)
  })

  test('is answered with its receipt if it is stored already', async () => {
    const { api } = person
    const repeated = { vote: 'down', content: '<p>first</p>' }
    const path = `/votes/${id}?seen=${opened}`
    const reply = await api.call(EditVoteReply, 'PUT', path, repeated)
    expect(reply.receipt).toMatchObject({ voteId: id, direction: 'down' })
    expect(await edit(person, id, 'down', '<p>first</p>')).toEqual(reply)
  })

  test('is saved once the copy is read again', async () => {
    const { modified, offer, carried } = await detail(person, id)
    server.clock.advance(MINUTE_MS)
    const body = { vote: 'down', content: '<p>mine</p>' }
    await person.api.call(EditVoteReply, 'PUT', `/votes/${id}?seen=${modified}`, body)
    expect(await detail(person, id)).toMatchObject({ content: '<p>mine</p>', offer, carried })
  })

  test('names an instant', async () => {
    expect(await put('2026-13-40T00:00:00.000Z', 'down', '')).toBe('422 INVALID')
  })
})

describe('reading a note', () => {
  let reader: Person
  let ownId = 0
  let noteId = 0
  let bareId = 0

  beforeAll(async () => {
    noteId = (await cast(await newcomer(server, 'Writer'), 'up', '<p>why</p><p>because</p>')).id
    bareId = (await cast(await newcomer(server, 'Silent'), 'up')).id
    reader = await newcomer(server, 'Reader')
    ownId = (await cast(reader, 'unknown', '<p>mine</p>')).id
  })

  const ask = (id: number) => reader.api.raw('GET', `/votes/${id}?lock=ask`)

  test('asks before it locks', async () => {
    expect(await reader.api.refusal('GET', `/votes/${noteId}?lock=ask`)).toBe('409 READING_LOCKS')
    expect((await detail(reader, ownId)).directionLocked).toBe(false)
    expect((await ask(bareId)).status).toBe(200)
    expect((await ask(ownId)).status).toBe(200)
    await edit(reader, ownId, 'up', '<p>mine</p>')
  })

  test('locks the direction, and asks no more', async () => {
    expect((await detail(reader, noteId)).content).toBe('<p>why</p><p>because</p>')
    expect((await ask(noteId)).status).toBe(200)
    const own = await detail(reader, ownId)
    expect(own).toMatchObject({ voteChoice: 'up', directionLocked: true })
    for (const vote of ['down', 'unknown']) {
      const refusal = await reader.api.refusal('PUT', `/votes/${ownId}`, { vote })
      expect(refusal).toBe('409 DIRECTION_LOCKED')
    }
    expect(await detail(reader, ownId)).toEqual(own)
    await edit(reader, ownId, 'up', '<p>another text</p>')
    expect((await detail(reader, ownId)).content).toBe('<p>another text</p>')
  })

  test('locks a vote that an admin casts afterwards', async () => {
    const admin = await newcomer(server, 'Admin')
    await server.infrastructure.database.query(
      statement('UPDATE user_account SET is_admin = 1 WHERE id = $1'),
      [admin.id],
    )
    await detail(admin, noteId)
    const { id } = await cast(admin, 'up')
    const refusal = await admin.api.refusal('PUT', `/votes/${id}`, { vote: 'down' })
    expect(refusal).toBe('409 DIRECTION_LOCKED')
  })

  test('does not ask once the hour for edits is over', async () => {
    const late = await newcomer(server, 'Late')
    const { id } = await cast(late, 'up')
    server.clock.advance(60 * MINUTE_MS)
    const again = await renewed(server, late)
    expect((await again.api.raw('GET', `/votes/${noteId}?lock=ask`)).status).toBe(200)
    expect((await detail(again, id)).directionLocked).toBe(false)
  })
})

test('settles each vote with its carried points, once, and forgets the locks', async () => {
  const { database } = server.infrastructure
  await server.jump(targetDate)
  await server.services.sweeper.run()
  const { outcome } = await server.api.get(RoundDetail, `/rounds/${targetDate}`)
  if (outcome === null) throw new Error('the round is not settled')
  const rows = await database.prisma.vote.findMany({ include: { ledger: true } })
  expect(rows.some(({ carried }) => carried !== 0)).toBe(true)
  for (const { choice, offerHit: hit, offerMiss: miss, carried, ledger } of rows) {
    const points = settledPoints({ choice, offer: { hit, miss }, carried }, outcome)
    expect(ledger?.points).toBe(points)
  }
  expect(await verifyCounters(database)).toEqual([])
  expect(await database.prisma.directionLock.count()).toBe(0)
})

test('a change in the hour after midnight keeps the call as it was then, until it is settled', async () => {
  const night = await startTestServer()
  await night.jump('2026-11-21T23:40:00Z')
  let person = await newcomer(night, 'Night owl')
  const jump = async (instant: string) => {
    await night.jump(instant)
    person = await renewed(night, person)
  }
  const own = async () => (await person.api.get(OwnVotes, '/profile/votes'))[0]
  const { id } = await cast(person, 'up')
  await jump('2026-11-21T23:50:00Z')
  const { carried, offer } = await edit(person, id, 'steady')
  const atMidnight = { voteChoice: 'steady', offer, carried, midnight: '2026-11-22T00:00:00.000Z' }
  expect(await own()).not.toHaveProperty('atMidnight')
  await jump('2026-11-22T00:10:00Z')
  await edit(person, id, 'down')
  expect(await own()).toMatchObject({ voteChoice: 'down', atMidnight })
  await edit(person, id, 'up')
  expect(await own()).toMatchObject({ voteChoice: 'up', atMidnight })
  await jump('2026-11-26T00:10:00Z')
  await eventually(async () => (await own())?.settledAt !== null)
  expect(await own()).not.toHaveProperty('atMidnight')
  await night.stop()
})
