import { afterAll, beforeAll, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { verifyRound } from '#build/verify/round.ts'
import { readSite } from '#build/verify/site.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { receiptText } from '#shared/rules/receipt.ts'
import { crowd, signedInAs } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createOpeningsStore } from './openings-store.ts'

const DAY = '2026-11-19'
const TARGET = '2026-11-26T00:00:00.000Z'
const CHOICES = ['up', 'steady', 'down', 'unknown'] as const
const PATH = `/log/openings/${DAY}`

let server: TestServer
let people: Person[]
let votes: CreateVoteReply[]

const get = (path: string) => fetch(`${server.url}${path}`)
const lines = async () => (await (await get(PATH)).text()).split('\n').filter(Boolean)
const report = async () => verifyRound(await readSite(server.url, []), DAY)
const run = (sql: string, values: number[]) =>
  server.infrastructure.database.query(statement(sql), values)

beforeAll(async () => {
  server = await startTestServer()
  people = await crowd(server, 12)
  votes = []
  for (const [index, { api }] of people.entries()) {
    const body = { targetDate: TARGET, vote: CHOICES[index % 4] ?? 'up', content: '' }
    votes.push(await api.call(CreateVoteReply, 'POST', '/votes', body))
  }
})
afterAll(() => server.stop())

test('a round is opened once it is settled, with the text that each entry commits to', async () => {
  await server.jump('2026-11-24T00:00:00.000Z')
  expect((await get(PATH)).status).toBe(404)
  await server.jump('2026-11-26T02:00:00.000Z')
  expect(await lines()).toEqual(votes.map(({ receipt }) => receiptText(receipt)))
  const reply = await get(PATH)
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect(reply.headers.get('link')).toBeNull()
  expect(await report()).toEqual({
    origin: '127.0.0.1:0/calls',
    first: 0,
    entries: 12,
    opened: 12,
    counts: { up: 3, steady: 3, down: 3, unknown: 3 },
    problems: [],
  })
})

test.each([
  '2026-11-18',
  '2026-11-23',
  '2026-11-31',
  '2026-02-30',
  '20261119',
  '2026-11-19?after=-1',
])('there is nothing at %s', async (path) =>
  expect((await get(`/log/openings/${path}`)).status).toBe(404),
)

test('openings are read in parts, each of which names the next', async () => {
  const store = createOpeningsStore(server.infrastructure.database)
  const first = await store.read(Date.parse(DAY), 0, 7)
  expect(first?.next).toBe(votes[6]?.id ?? 0)
  const second = await store.read(Date.parse(DAY), first?.next ?? 0, 7)
  expect(second?.next).toBeNull()
  expect(`${first?.lines}${second?.lines}`).toBe(`${(await lines()).join('\n')}\n`)
  expect(await (await get(`${PATH}?after=${first?.next}`)).text()).toBe(second?.lines ?? '')
})

test('a vote that is shown otherwise than it was logged is found', async () => {
  const [first] = votes
  if (!first) throw new Error('nobody voted')
  await run('UPDATE vote SET offer_hit = offer_hit + 1 WHERE id = $1', [first.id])
  expect((await report()).problems).toEqual([
    `vote ${first.id} is no entry of the round, or is shown twice.`,
  ])
  await run('UPDATE vote SET offer_hit = offer_hit - 1 WHERE id = $1', [first.id])
  expect((await report()).problems).toEqual([])
})

/** The site, with the openings or the entries as `change` makes them. */
async function reportOf(
  path: RegExp,
  change: (body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | string,
) {
  const site = await readSite(server.url, [])
  const get = async (requested: string) => {
    const reply = await site.get(requested)
    return path.test(requested) ? new Response(change(await reply.bytes())) : reply
  }
  return (await verifyRound({ ...site, get }, DAY)).problems
}

test('a vote that is shown twice, of another author or of another round is found', async () => {
  const shown = (change: (lines: string[]) => string[]) =>
    reportOf(/openings/, (body) => change(new TextDecoder().decode(body).split('\n')).join('\n'))
  const [first, second] = votes
  if (!first || !second) throw new Error('nobody voted')
  const noEntry = (id: number) => `vote ${id} is no entry of the round, or is shown twice.`
  const twice = ({ receipt }: CreateVoteReply) => `${receipt.author} has a second vote`
  expect(await shown((lines) => [lines[0] ?? '', ...lines])).toEqual([
    noEntry(first.id),
    `${twice(first)}, ${first.id}.`,
    'the site counts 3 votes up, and shows more.',
  ])
  const asFirst = (line: string) => line.replace(second.receipt.author, first.receipt.author)
  expect(await shown((lines) => lines.map(asFirst))).toEqual([
    noEntry(second.id),
    `${twice(first)}, ${second.id}.`,
  ])
  expect(await shown(([line = '', ...lines]) => [line.replace('-26T', '-30T'), ...lines])).toEqual([
    noEntry(first.id),
    `vote ${first.id} is of another round.`,
  ])
})

test('entries that do not lead to the checkpoint of the round are found', async () => {
  const problems = await reportOf(/entries/, (body) => body.with(2, (body[2] ?? 0) ^ 1))
  expect(problems[0]).toBe('the entries do not lead to the root of the checkpoint.')
})

test('a vote of a deleted account is not opened, and the others are', async () => {
  const person = await signedInAs(server, people[4]?.id ?? 0)
  const own = await server.infrastructure.database.prisma.user.findUnique({
    where: { id: person.id },
  })
  await person.api.raw('DELETE', '/account', { body: { nickname: own?.nickname } })
  expect(await report()).toMatchObject({
    entries: 12,
    opened: 11,
    counts: { up: 2, steady: 3, down: 3, unknown: 3 },
    problems: [],
  })
})
