import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { ReplyPage, SavedReply } from '#shared/contract/replies.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { establishedMember } from '#tests/support/established-member.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const HOUR = 3_600_000
const FILL = statement(
  `INSERT INTO reply (post_id, user_id, content, created)
  SELECT $1, $2, 'reply ' || n, $3::timestamptz - interval '3 days' FROM generate_series(1, $4) n`,
)
const HIDE = statement('UPDATE reply SET hidden_at = $2 WHERE id = $1')
const COUNT = statement('SELECT count(*)::int AS rows FROM reply WHERE post_id = $1', {
  rows: column.int,
})

describe('replies', () => {
  let server: TestServer
  let author: Person
  let other: Person
  /** With settled calls, and an account of some age. */
  let member: Person

  let posts = 0
  const newPost = async (person = author) => {
    posts += 1
    const body = { content: `<p>Post ${posts}</p>` }
    const { id } = await person.api.call(CreatePostReply, 'POST', '/posts/frees', body)
    return { id, path: `/posts/frees/${id}/replies` }
  }
  /** Behind the pause between two replies. */
  const write = async (person: Person, path: string, content: string, quote?: number) => {
    server.clock.advance(10_000)
    const body = { content, ...(quote !== undefined && { quote }) }
    return (await person.api.call(SavedReply, 'POST', path, body)).reply
  }
  const page = (person: Person, path: string, query = '') =>
    person.api.get(ReplyPage, `${path}${query}`)

  beforeAll(async () => {
    server = await startTestServer()
    author = await newcomer(server, 'Author')
    other = await newcomer(server, 'Other')
    member = await establishedMember(server, 'Member')
  })
  afterAll(() => server.stop())

  test('are plain text with a quote of the same thread', async () => {
    const { path } = await newPost()
    const first = await write(author, path, ' <b>bold</b>\n\n\n\nline \n')
    expect(first).toMatchObject({
      content: '<b>bold</b>\n\nline',
      state: 'shown',
      quote: null,
      vote: null,
      uid: author.id,
      skill: 'early',
    })
    const second = await write(other, path, 'I do not', first.id)
    expect(second.quote).toMatchObject({ id: first.id, uid: author.id, state: 'shown' })
    expect(second.quote?.excerpt).toBe(first.content)
    const elsewhere = await newPost()
    server.clock.advance(10_000)
    const body = { content: 'x', quote: first.id }
    expect(await author.api.refusal('POST', elsewhere.path, body)).toBe('422 QUOTE_UNKNOWN')
    expect((await page(author, path)).replies).toMatchObject([{ id: first.id }, { id: second.id }])
  })

  test('are edited by their author within an hour', async () => {
    const { path } = await newPost()
    const { id } = await write(author, path, 'one')
    const edit = { content: 'two' }
    expect(await other.api.refusal('PUT', `/replies/${id}`, edit)).toBe('403 NOT_AUTHOR')
    const { reply } = await author.api.call(SavedReply, 'PUT', `/replies/${id}`, edit)
    expect(reply.content).toBe('two')
    expect(reply.modified).not.toBeNull()
    const link = { content: 'see https://example.com' }
    expect(await author.api.refusal('PUT', `/replies/${id}`, link)).toBe('422 LINKS_LATER')
    server.clock.advance(HOUR)
    author = await renewed(server, author)
    other = await renewed(server, other)
    member = await renewed(server, member)
    expect(await author.api.refusal('PUT', `/replies/${id}`, { content: 'three' })).toBe(
      '403 EDIT_WINDOW_CLOSED',
    )
  })

  test('that were edited elsewhere since replace no other text', async () => {
    const { path } = await newPost()
    const { id, created } = await write(author, path, 'first')
    const edit = (content: string, seen: string | null) =>
      author.api.call(SavedReply, 'PUT', `/replies/${id}?seen=${seen}`, { content })
    const refusal = (content: string, seen: string) =>
      author.api.refusal('PUT', `/replies/${id}?seen=${seen}`, { content })
    server.clock.advance(1000)
    const { reply: stored } = await edit('second', created)
    expect(await refusal('mine', created)).toBe('409 EDITED_ELSEWHERE')
    expect(await refusal('mine', '2026-13-40T00:00:00Z')).toBe('422 INVALID')
    // Its own text again, as after a lost answer.
    expect((await edit('second', created)).reply).toEqual(stored)
    expect((await edit('mine', stored.modified)).reply.content).toBe('mine')
  })

  test('leave a stub without text, also where they are quoted', async () => {
    const { path } = await newPost()
    const first = await write(author, path, 'regrettable words')
    await write(other, path, 'really?', first.id)
    expect(await other.api.refusal('DELETE', `/replies/${first.id}`)).toBe('403 NOT_AUTHOR')
    await author.api.call(Done, 'DELETE', `/replies/${first.id}`)
    await author.api.call(Done, 'DELETE', `/replies/${first.id}`)
    const { replies, total } = await page(other, path)
    expect(replies).toMatchObject([
      { id: first.id, state: 'deleted', content: '' },
      { quote: { id: first.id, state: 'deleted', excerpt: '' } },
    ])
    expect(total).toBe(1)
    expect(JSON.stringify(replies)).not.toContain('regrettable')
    expect(await author.api.refusal('PUT', `/replies/${first.id}`, { content: 'x' })).toBe(
      '404 NOT_FOUND',
    )
    const reaction = { reaction: 'like' }
    expect(await other.api.refusal('POST', `/replies/${first.id}/reaction`, reaction)).toBe(
      '404 NOT_FOUND',
    )
  })

  test('that are hidden show their text to their author only', async () => {
    const { path } = await newPost()
    const { id } = await write(author, path, 'an advertisement')
    await write(other, path, 'indeed', id)
    await server.infrastructure.database.query(HIDE, [id, new Date(server.clock.now())])
    expect((await page(author, path)).replies[0]).toMatchObject({
      state: 'hidden',
      content: 'an advertisement',
    })
    const seen = await page(other, path)
    expect(JSON.stringify(seen)).not.toContain('advertisement')
    expect(seen.replies[0]?.state).toBe('hidden')
    const reaction = { reaction: 'like' }
    const path2 = `/replies/${id}/reaction`
    expect(await other.api.refusal('POST', path2, reaction)).toBe('404 HIDDEN')
  })

  test('have reactions, of which those of members order the thread', async () => {
    const { path } = await newPost()
    const [first, second, third] = [
      await write(author, path, 'first'),
      await write(other, path, 'second'),
      await write(author, path, 'third'),
    ]
    const react = ({ api }: Person, id: number) =>
      api.call(ReactionReply, 'POST', `/replies/${id}/reaction`, { reaction: 'like' })
    expect(
      await author.api.refusal('POST', `/replies/${first.id}/reaction`, { reaction: 'like' }),
    ).toBe('403 OWN_POST')
    expect(await react(other, third.id)).toMatchObject({ likes: 1, userReaction: 'like' })
    await react(member, second.id)
    const best = await page(other, path, '?sort=best')
    expect(best.replies.map(({ id }) => id)).toEqual([second.id, first.id, third.id])
    expect(best.replies[2]).toMatchObject({ likes: 1, userReaction: 'like' })
    expect(await react(other, third.id)).toMatchObject({ likes: 0, userReaction: null })
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('come in pages of twenty, in both directions and from any reply on', async () => {
    const { id, path } = await newPost()
    const now = new Date(server.clock.now())
    await server.infrastructure.database.query(FILL, [id, other.id, now, 45])
    const texts = ({ replies }: ReplyPage) => replies.map(({ content }) => content.split(' ')[1])
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)
    const first = await page(author, path)
    expect([texts(first), first.total, first.hasPrevious]).toEqual([numbers(1, 20), 45, false])
    const second = await page(author, path, `?after=${first.next}`)
    expect([texts(second), second.hasPrevious]).toEqual([numbers(21, 40), true])
    const last = await page(author, path, `?after=${second.next}`)
    expect([texts(last), last.next]).toEqual([numbers(41, 45), null])
    const from = await page(author, path, `?from=${second.replies[4]?.id}`)
    expect([texts(from), from.hasPrevious]).toEqual([numbers(25, 44), true])
    const before = await page(author, path, `?before=${from.replies[0]?.id}`)
    expect([texts(before), before.hasPrevious]).toEqual([numbers(5, 24), true])
    expect(before.next).toBe(`${before.replies[19]?.id}`)
    const newest = await page(author, path, '?before=999999999999999')
    expect([texts(newest), newest.hasPrevious, newest.next]).toEqual([numbers(26, 45), true, null])
    const best = await page(author, path, '?sort=best')
    const bestNext = await page(author, path, `?sort=best&after=${best.next}`)
    expect([texts(best), texts(bestNext)]).toEqual([numbers(1, 20), numbers(21, 40)])
    // The largest numbers that the contract accepts.
    const [likes, largest] = ['9'.repeat(10), '9'.repeat(16)]
    const all = await page(author, path, `?sort=best&after=${likes}_${largest}`)
    expect(texts(all)).toEqual(numbers(1, 20))
    expect((await page(author, path, `?after=${largest}`)).replies).toEqual([])
  })

  test('of a note are filtered by the votes of their authors', async () => {
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const vote = async ({ api }: Person, direction: string, content = '') => {
      const body = { targetDate: target2.targetDate, vote: direction, content }
      return (await api.call(CreateVoteReply, 'POST', '/votes', body)).id
    }
    const writer = await newcomer(server, 'Writer')
    const [same, opposite] = [await newcomer(server, 'Same'), await newcomer(server, 'Opposite')]
    const noteId = await vote(writer, 'up', '<p>Note</p>')
    await vote(same, 'up')
    await vote(opposite, 'down')
    const path = `/votes/${noteId}/replies`
    await write(same, path, 'same')
    await write(opposite, path, 'opposite')
    const contents = async (query: string) =>
      (await page(same, path, query)).replies.map(({ content }) => content)
    expect(await contents('?filter=called')).toEqual(['same', 'opposite'])
    expect(await contents('?filter=other')).toEqual(['opposite'])
    expect(await contents('?filter=other&sort=best')).toEqual(['opposite'])
  })

  test('of one person are limited, also when sent at once', async () => {
    const { id, path } = await newPost()
    server.clock.advance(10_000)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        other.api.raw('POST', path, { body: { content: `at once ${index}` } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('10')
    const [stored] = await server.infrastructure.database.query(COUNT, [id])
    expect(stored?.rows).toBe(1)
    server.clock.advance(10_000)
    const link = { content: 'https://example.com' }
    expect(await other.api.refusal('POST', path, link)).toBe('422 LINKS_LATER')
    await write(member, path, 'https://example.com')
  })

  test('that are sent again after a lost answer are stored once', async () => {
    const { id, path } = await newPost()
    const body = { content: 'Sent twice' }
    server.clock.advance(10_000)
    const first = await other.api.call(SavedReply, 'POST', path, body)
    // At once, and behind the pause.
    const again = await other.api.call(SavedReply, 'POST', path, body)
    const later = await write(other, path, body.content)
    expect([again.reply.id, later.id]).toEqual([first.reply.id, first.reply.id])
    const quoting = await write(other, path, body.content, first.reply.id)
    expect(quoting.id).toBeGreaterThan(first.reply.id)
    const elsewhere = await newPost()
    server.clock.advance(10_000)
    expect(await other.api.refusal('POST', elsewhere.path, body)).toBe('409 REPLY_REPEATED')
    const [stored] = await server.infrastructure.database.query(COUNT, [id])
    expect(stored?.rows).toBe(2)
  })

  test('reach the windows that show their thread', async () => {
    const { id, path } = await newPost()
    const reply = await write(author, path, 'hello')
    const window = await openStream(server.url)
    expect((await window.next('hello')).threads).toBe(true)
    window.send(`thread post ${id}`)
    const isNotified = () => window.messages.some(({ type }) => type === 'thread')
    const body = { reaction: 'like' }
    // The request and the reactions come by connections of their own.
    const step = async () => {
      await other.api.call(ReactionReply, 'POST', `/replies/${reply.id}/reaction`, body)
      server.clock.advance(1_000)
    }
    await eventually(isNotified, { step })
    expect(await window.next('thread')).toMatchObject({ target: 'post', id })
    window.close()
  })
})
