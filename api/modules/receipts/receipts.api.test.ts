import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { ReceiptKeys, VoteProof } from '#shared/contract/receipts.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, EditVoteReply } from '#shared/contract/votes.ts'
import { verifyReceipt } from '#shared/rules/receipt-verification.ts'
import { conform } from '#tests/support/api-client.ts'
import { crowd, signedInAs } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { SEAL_DELAY_MS } from './sealer.ts'

const CHOICES = ['up', 'steady', 'down', 'unknown'] as const
const CLOSE = Date.parse('2026-11-23T00:00:00.000Z')
const TARGET = '2026-11-26T00:00:00.000Z'

let server: TestServer
let people: Person[]
let votes: CreateVoteReply[]

const keys = async () => {
  const response = await fetch(`${server.url}/.well-known/tidemark-keys.json`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  return conform(ReceiptKeys, await response.json()).keys
}
const proofOf = (person: Person, id: number) => person.api.get(VoteProof, `/votes/${id}/proof`)
/** The file that a person would download. */
const fileOf = async (person: Person, id: number) => ({
  ...(await proofOf(person, id)),
  keys: await keys(),
})
const round = () => server.api.get(RoundDetail, `/rounds/${TARGET}`)
const query = (text: string, values: number[] = []) =>
  server.infrastructure.database.query(statement(text), values)

const PASSED = { format: 'passed', key: 'passed', signature: 'passed', time: 'passed' } as const

const stepsOf = async (content: unknown, options = {}) =>
  (await verifyReceipt(content, options)).steps

async function vote(person: Person, choice: (typeof CHOICES)[number]) {
  const { targetDate } = (await server.api.get(VoteSummary, '/vote/summary')).target2
  const body = { targetDate, vote: choice, content: '' }
  return person.api.call(CreateVoteReply, 'POST', '/votes', body)
}

beforeAll(async () => {
  server = await startTestServer()
  people = await crowd(server, 9)
  votes = []
  for (const [index, person] of people.entries()) {
    votes.push(await vote(person, CHOICES[index % 4] ?? 'up'))
  }
})
afterAll(() => server.stop())

const first = () => {
  const [person, cast] = [people[0], votes[0]]
  if (!person || !cast) throw new Error('nobody voted')
  return { person, cast }
}

/** The tests follow one round from the vote to the deletion of an account. */
describe('the receipts of a round', () => {
  test('state the accepted vote, signed', async () => {
    const { person, cast } = first()
    expect(cast.receipt).toMatchObject({
      version: 2,
      voteId: cast.id,
      target: TARGET,
      direction: 'up',
      hit: cast.offer.hit,
      miss: cast.offer.miss,
      entryPrice: expect.stringMatching(/^\d+/),
      carried: 0,
      time: '2026-11-21T02:30:00.000Z',
    })
    const file = await fileOf(person, cast.id)
    expect(file.receipt).toEqual(cast.receipt)
    const waiting = { path: 'waiting', checkpoint: 'waiting', points: 'waiting' }
    expect(await stepsOf(file)).toMatchObject({ ...PASSED, ...waiting })
    expect(new Set(votes.map(({ receipt }) => receipt.salt)).size).toBe(votes.length)
  })

  test('are replaced by a change of direction, and not by another text', async () => {
    const { person, cast } = first()
    server.clock.advance(60_000)
    const path = `/votes/${cast.id}`
    const text = { vote: 'up', content: '<p>because</p>' }
    const written = await person.api.call(EditVoteReply, 'PUT', path, text)
    expect(written.receipt).toBeUndefined()
    expect((await proofOf(person, cast.id)).receipt).toEqual(cast.receipt)

    const changed = await person.api.call(EditVoteReply, 'PUT', path, { vote: 'down', content: '' })
    expect(changed.receipt).toMatchObject({
      voteId: cast.id,
      direction: 'down',
      carried: changed.carried,
      time: '2026-11-21T02:31:00.000Z',
    })
    expect(changed.receipt?.salt).not.toBe(cast.receipt.salt)
    expect((await proofOf(person, cast.id)).receipt).toEqual(changed.receipt)
  })

  test('are answered again when a change is sent again, because its reply was lost', async () => {
    const { person, cast } = first()
    const { receipt } = await proofOf(person, cast.id)
    server.clock.advance(60_000)
    const again = { vote: 'down', content: '<p>because</p>' }
    const reply = await person.api.call(EditVoteReply, 'PUT', `/votes/${cast.id}`, again)
    expect(reply.receipt).toEqual(receipt)
    expect((await proofOf(person, cast.id)).receipt).toEqual(receipt)
  })

  test('are for their author only', async () => {
    const { cast } = first()
    const [, other] = people
    if (!other) throw new Error('nobody else')
    for (const reader of [other.api, server.api]) {
      const proof = await reader.get(VoteProof, `/votes/${cast.id}/proof`)
      expect(proof).toEqual({ tlogProof: null, evidence: null, points: null })
    }
  })

  test('become entries of the log half a minute after the close, old votes included', async () => {
    await query('UPDATE vote SET salt = NULL, receipt_version = 1 WHERE id = $1', [
      votes[1]?.id ?? 0,
    ])
    await server.jump(CLOSE + SEAL_DELAY_MS - 1)
    await server.services.sealer.run()
    expect((await round()).checkpoint).toBeNull()
    await server.jump(CLOSE + SEAL_DELAY_MS)
    await server.services.sealer.run()
    const { checkpoint } = await round()
    expect(checkpoint).toMatchObject({
      size: votes.length,
      votes: votes.length,
      sealedAt: new Date(CLOSE + SEAL_DELAY_MS).toISOString(),
      witnesses: [],
      timestamp: 'none',
    })
    const indexes = new Set<number>()
    for (const [index, person] of people.entries()) {
      const again = await signedInAs(server, person.id)
      const file = await fileOf(again, votes[index]?.id ?? 0)
      expect(file.receipt?.version).toBe(index === 1 ? 1 : 2)
      const passed = { ...PASSED, path: 'passed', checkpoint: 'passed', points: 'waiting' }
      const { steps, sealing } = await verifyReceipt(file, { origin: checkpoint?.origin })
      expect(steps).toMatchObject(passed)
      expect(sealing?.at).toBe(CLOSE + SEAL_DELAY_MS)
      indexes.add(sealing?.checkpoint?.index ?? -1)
    }
    expect([...indexes].sort()).toEqual(votes.map((_, index) => index))
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('show others that a vote is in the log, but no salt', async () => {
    const proof = await server.api.get(VoteProof, `/votes/${first().cast.id}/proof`)
    expect(proof.tlogProof).toStartWith('c2sp.org/tlog-proof@v1\nindex ')
    expect(proof).not.toHaveProperty('receipt')
  })

  test('are appended once', async () => {
    const before = await round()
    await server.services.sealer.run()
    expect(await round()).toEqual(before)
    const rows = await query('SELECT hash FROM commitment')
    expect(rows).toEqual([])
  })

  test('prove the points after the settlement', async () => {
    await server.jump('2026-11-26T02:00:00.000Z')
    const seen = new Set<number>()
    for (const [index, person] of people.entries()) {
      const file = await fileOf(await signedInAs(server, person.id), votes[index]?.id ?? 0)
      seen.add(file.points ?? Number.NaN)
      const done = { path: 'passed', checkpoint: 'passed', points: 'passed' }
      expect(await stepsOf(file)).toMatchObject({ ...PASSED, ...done })
    }
    expect(seen.size).toBeGreaterThan(2)
  })

  test('no longer match a vote that was altered', async () => {
    const { person, cast } = first()
    await query('UPDATE vote SET offer_hit = offer_hit + 1 WHERE id = $1', [cast.id])
    const { api } = await signedInAs(server, person.id)
    expect(await api.refusal('GET', `/votes/${cast.id}/proof`)).toBe('404 NOT_IN_TREE')
    await query('UPDATE vote SET offer_hit = offer_hit - 1 WHERE id = $1', [cast.id])
    expect((await proofOf(await signedInAs(server, person.id), cast.id)).tlogProof).not.toBeNull()
  })

  test('are erased with the account; the log stays', async () => {
    const { person, cast } = first()
    const before = (await round()).checkpoint
    const { api, id } = await signedInAs(server, person.id)
    const own = await server.infrastructure.database.prisma.user.findUnique({ where: { id } })
    await api.raw('DELETE', '/account', { body: { nickname: own?.nickname } })
    expect(await server.api.refusal('GET', `/votes/${cast.id}/proof`)).toBe('410 RECEIPT_ERASED')
    const salts = statement('SELECT salt FROM vote WHERE id = $1', {
      salt: column.nullable(column.bytes),
    })
    expect(await server.infrastructure.database.query(salts, [cast.id])).toEqual([{ salt: null }])
    expect((await round()).checkpoint).toEqual(before)
    const [, other] = people
    const file = await fileOf(await signedInAs(server, other?.id ?? 0), votes[1]?.id ?? 0)
    expect(await stepsOf(file)).toMatchObject({ ...PASSED, path: 'passed', checkpoint: 'passed' })
  })

  test('of nothing are not found', async () => {
    expect(await server.api.refusal('GET', '/votes/999999/proof')).toBe('404 NOT_FOUND')
  })
})
