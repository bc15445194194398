import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteList } from '#shared/contract/votes.ts'
import { newAdmin, newcomer } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openStream, type StreamClient } from '#tests/support/stream-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Opens a stream and waits for its hello message. */
async function listen(): Promise<StreamClient> {
  const client = await openStream(server.url)
  await client.next('hello')
  return client
}

/** Expects consecutive sequence numbers across all message types. */
function expectNoGaps({ messages }: StreamClient) {
  const numbers = messages.map(({ seq }) => seq)
  const [first = 0] = numbers
  expect(numbers).toEqual(numbers.map((_, index) => first + index))
}

const kinds = ({ messages }: StreamClient) => messages.map(({ type }) => type)

describe('the live stream', () => {
  test('starts with a hello message and the current summary', async () => {
    const client = await openStream(server.url)
    const hello = await client.next('hello')
    // Hello repeats changes of the last 30 s, such as the ranks that were written at the start.
    expect(kinds(client).filter((kind) => kind !== 'ranks')).toEqual(['hello'])
    expect(hello.summary).toEqual(await server.api.get(VoteSummary, '/vote/summary'))
    expect(hello.serverDate).toBe(new Date(server.clock.now()).toISOString())
    client.close()
  })

  test('numbers its messages consecutively after hello', async () => {
    const client = await listen()
    for (let second = 0; second < 25; second++) server.clock.advance(1000)
    await client.next('heartbeat')
    await client.next('heartbeat')
    await eventually(() => kinds(client).filter((kind) => kind === 'price').length >= 25)
    expectNoGaps(client)
    const late = await openStream(server.url)
    await late.next('hello')
    const last = client.messages.at(-1)?.seq ?? 0
    // Hello and the changes that it repeats end with the last number.
    await eventually(() => late.messages.at(-1)?.seq === last)
    server.clock.advance(1000)
    expect((await late.next('price')).seq).toBe(last + 1)
    expectNoGaps(late)
    late.close()
    client.close()
  })

  test('repeats changes to a page that was loading, for half a minute', async () => {
    server.clock.advance(30_000)
    const client = await listen()
    const { bus } = server.infrastructure
    bus.publish('ranks', {})
    bus.publish('moderation', { target: 'vote', id: 3 })
    bus.publish('ranks', {})
    bus.publish('moderation', { target: 'post', id: 7 })
    await client.next('content')
    const { seq } = await client.next('content')
    const late = await listen()
    expect(await late.next('content')).toMatchObject({ target: 'post', id: 7, seq })
    expect(kinds(late)).toEqual(['hello', 'ranks', 'content'])
    server.clock.advance(1000)
    await late.next('price')
    expectNoGaps(late)
    server.clock.advance(30_000)
    const later = await listen()
    server.clock.advance(1000)
    await later.next('price')
    expect(kinds(later)).toEqual(['hello', 'price'])
    for (const open of [client, late, later]) open.close()
  })

  test('announces once that changes may have been missed, also to a page that was loading', async () => {
    server.clock.advance(30_000)
    const client = await listen()
    const { bus } = server.infrastructure
    for (let count = 0; count < 3; count++) {
      bus.reportLostEvents()
      server.clock.advance(300)
    }
    server.clock.advance(10_000)
    await client.next('missed')
    await client.next('heartbeat')
    expect(client.messages.filter(({ type }) => type === 'missed')).toHaveLength(1)
    expectNoGaps(client)
    const late = await listen()
    await late.next('missed')
    for (const open of [client, late]) open.close()
  })

  test('sends a heartbeat every ten seconds', async () => {
    const client = await listen()
    const beats: number[] = []
    for (let count = 0; count < 3; count++) {
      server.clock.advance(10_000)
      beats.push(Date.parse((await client.next('heartbeat')).serverDate))
    }
    expect(beats.map((at, index) => at - (beats[index - 1] ?? at))).toEqual([0, 10_000, 10_000])
    client.close()
  })

  test('publishes the first vote at once, and the rest of a burst in one summary', async () => {
    const people = await Promise.all(['Mina', 'Joe', 'Ann'].map((name) => server.person(name)))
    const client = await listen()
    const { targetDate } = (await server.api.get(VoteSummary, '/vote/summary')).target2
    const summaries = () => kinds(client).filter((kind) => kind === 'summary')
    const [first, ...others] = people
    const body = { targetDate, vote: 'down', content: '' }
    await first?.api.call(CreateVoteReply, 'POST', '/votes', body)
    const { summary: atOnce } = await client.next('summary')
    expect(atOnce.target2.votes).toEqual({ up: 0, steady: 0, down: 1, unknown: 0 })
    for (const { api } of others) await api.call(CreateVoteReply, 'POST', '/votes', body)
    expect(summaries()).toHaveLength(1)
    server.clock.advance(250)
    const { summary } = await client.next('summary')
    expect(summary.target2.votes).toEqual({ up: 0, steady: 0, down: 3, unknown: 0 })
    server.clock.advance(1000)
    await client.next('price')
    expect(summaries()).toHaveLength(2)
    client.close()
  })

  test('announces a burst of posts once, without their texts', async () => {
    const mina = await server.person('Mina')
    const client = await listen()
    for (const content of ['<p>secret</p>', '<p>secret too</p>']) {
      await mina.api.call(CreatePostReply, 'POST', '/posts/frees', { content })
    }
    server.clock.advance(250)
    const message = await client.next('posts')
    expect(Object.keys(message).toSorted()).toEqual(['seq', 'serverDate', 'type'])
    server.clock.advance(1000)
    await client.next('price')
    expect(kinds(client).filter((kind) => kind === 'posts')).toHaveLength(1)
    expect(client.raw.join()).not.toContain('secret')
    client.close()
  })

  test('sends the first of several renames at once, and the rest in one message after five seconds', async () => {
    const people = await Promise.all(
      ['Mina', 'Joe', 'Ann'].map((name) => newcomer(server, `${name} of the renames`)),
    )
    server.clock.advance(30_000)
    const client = await listen()
    const contents = () => client.messages.filter(({ type }) => type === 'content')
    for (const [index, { api }] of people.entries()) {
      const body = { nickname: `Renamed ${index}` }
      expect((await api.raw('POST', '/profile/update-nickname', { body })).status).toBe(200)
      server.clock.advance(30)
    }
    expect(await client.next('content')).toMatchObject({ target: 'user', id: people[0]?.id })
    server.clock.advance(4_000)
    // A message that comes after those of the renames.
    server.infrastructure.bus.publish('ranks', {})
    await client.next('ranks')
    expect(contents()).toHaveLength(1)
    server.clock.advance(1_000)
    expect(await client.next('content')).toMatchObject({ target: 'user', id: people[2]?.id })
    server.clock.advance(10_000)
    server.infrastructure.bus.publish('ranks', {})
    await client.next('ranks')
    expect(contents()).toHaveLength(2)
    client.close()
  })

  test('sends renames by moderators at once, also right after others', async () => {
    const admin = await newAdmin(server, 'Chief')
    const [one, rude] = [await newcomer(server, 'Someone'), await newcomer(server, 'Rude')]
    server.clock.advance(30_000)
    const client = await listen()
    const body = { nickname: 'Somebody else' }
    await one.api.raw('POST', '/profile/update-nickname', { body })
    expect(await client.next('content')).toMatchObject({ target: 'user', id: one.id })
    const rename = { act: 'rename', target: 'nickname', targetId: rude.id, reason: 'hate' }
    await admin.api.call(Done, 'POST', '/moderation/acts', rename)
    expect(await client.next('content')).toMatchObject({ target: 'user', id: rude.id })
    client.close()
  })

  test('marks a ban, which hides texts, and not a rename', async () => {
    const admin = await newAdmin(server, 'Judge')
    const spammer = await newcomer(server, 'Spammer')
    server.clock.advance(30_000)
    const client = await listen()
    const ban = { act: 'ban', target: 'nickname', targetId: spammer.id, reason: 'spam' }
    await admin.api.call(Done, 'POST', '/moderation/acts', ban)
    expect(await client.next('content')).toMatchObject({ id: spammer.id, texts: true })
    client.close()
  })

  test('sends the same bytes to every client', async () => {
    const [one, other] = [await listen(), await listen()]
    for (let second = 0; second < 12; second++) server.clock.advance(1000)
    await one.next('heartbeat')
    await other.next('heartbeat')
    await eventually(() => one.raw.length === other.raw.length)
    expect(one.raw.slice(1)).toEqual(other.raw.slice(1))
    expect(one.raw.length).toBeGreaterThan(12)
    one.close()
    other.close()
  })

  test('publishes an opened and a settled round and the new summary', async () => {
    const client = await listen()
    await server.jump('2026-11-23T00:00:03.000Z')
    expect(await client.next('round')).toMatchObject({
      event: 'opened',
      targetDate: '2026-11-30T00:00:00.000Z',
    })
    expect(await client.next('round')).toMatchObject({
      event: 'settled',
      targetDate: '2026-11-23T00:00:00.000Z',
    })
    server.clock.advance(250)
    const { summary } = await client.next('summary')
    expect(summary.target2.targetDate).toBe('2026-11-30T00:00:00.000Z')
    expect(summary.target2.refPrice).not.toBeNull()
    expectNoGaps(client)
    client.close()
  })
})

describe('a client that requests votes', () => {
  /** A vote of a new person, whose first is published at once. */
  const voteOf = async (name: string) => {
    server.clock.advance(1000)
    const { api } = await server.person(name)
    const { targetDate } = (await api.get(VoteSummary, '/vote/summary')).target2
    return api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote: 'up', content: '' })
  }
  const newestVotes = async (client: StreamClient) => (await client.next('summary')).votes

  test('gets the rows of the list with each summary; the others get the counts alone', async () => {
    const [desk, plain] = [await listen(), await listen()]
    desk.send('votes')
    await voteOf('Before')
    // The first carries the whole page: the server does not know the client's newest vote.
    const page = await newestVotes(desk)
    expect(page).toMatchObject({ after: null })
    const { id } = await voteOf('Newest')
    const next = await newestVotes(desk)
    const { posts, pagination } = await server.api.get(VoteList, '/votes?page=1')
    expect(next?.items).toEqual(posts.slice(0, 1))
    expect(next?.items[0]?.id).toBe(id)
    expect(next).toMatchObject({ after: page?.items[0]?.id ?? 0, total: pagination.totalPosts })
    await plain.next('summary')
    expect(await newestVotes(plain)).toBeUndefined()
    for (const client of [desk, plain]) {
      expectNoGaps(client)
      client.close()
    }
  })

  test('receives none after it cancels, and misses no message in between', async () => {
    const client = await listen()
    client.send('votes')
    client.send('no votes')
    await voteOf('Unseen')
    expect(await newestVotes(client)).toBeUndefined()
    server.clock.advance(1000)
    await client.next('price')
    expectNoGaps(client)
    client.close()
  })

  test('is closed after a hundred requests', async () => {
    const client = await listen()
    for (let request = 0; request < 100; request++) client.send(request % 2 ? 'no votes' : 'votes')
    server.clock.advance(1000)
    await client.next('price')
    expect(client.ended()).toBeNull()
    client.send('votes')
    await eventually(() => client.ended() !== null)
    expect(client.ended()?.code).toBe(1008)
  })
})

describe('a client that sends messages', () => {
  test.each([
    ['a word', 'hello'],
    ['nothing', ''],
    ['a fragment of JSON', '{"type":"hello"'],
    ['a request with more to it', 'votes '],
  ])('by sending %s is closed with 1008', async (_, text) => {
    const [client, quiet] = [await listen(), await listen()]
    client.send(text)
    await eventually(() => client.ended() !== null)
    expect(client.ended()).toEqual({ code: 1008, reason: 'not a request of this stream' })
    expect(quiet.ended()).toBeNull()
    quiet.close()
  })

  test('is disconnected after a huge frame without reading it', async () => {
    const client = await listen()
    client.send('x'.repeat(1_000_000))
    await eventually(() => client.ended() !== null)
    expect([1006, 1008, 1009]).toContain(client.ended()?.code ?? 0)
  })
})

test("rejects a plain request to the stream's path", async () => {
  expect(await server.api.refusal('GET', '/stream')).toBe('400 MALFORMED')
})
