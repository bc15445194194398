import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { ErrorReply } from '#shared/contract/errors.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { ReplyPage, SavedReply } from '#shared/contract/replies.ts'
import {
  CreateVoteReply,
  EditVoteReply,
  ReadingQuestion,
  VoteDetail,
} from '#shared/contract/votes.ts'
import { conform } from '#tests/support/api-client.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

const SETTLED = '2026-11-26T00:00:00.000Z'
const LIVE = '2026-12-03T00:00:00.000Z'
const SET_ADMIN = statement('UPDATE user_account SET is_admin = 1 WHERE id = $1')
const HIDE_NOTE = statement('UPDATE vote SET note_hidden_at = $2 WHERE id = $1')
const NAMES = ['author', 'nobody', 'past', 'present', 'admin'] as const
type Name = (typeof NAMES)[number]

describe('the thread of a note', () => {
  let server: PlannedServer
  let people: Record<Name, Person>
  let notes: { settled: number; live: number }

  const vote = async ({ api }: Person, targetDate: string, content = '') => {
    const body = { targetDate, vote: 'up', content }
    return (await api.call(CreateVoteReply, 'POST', '/votes', body)).id
  }
  const moveTo = async (instant: string) => {
    await server.jump(instant)
    for (const name of NAMES) people[name] = await renewed(server, people[name])
  }
  const apiOf = (viewer: Name | 'guest') => (viewer === 'guest' ? server.api : people[viewer].api)
  const codeOf = async (viewer: Name | 'guest', method: string, path: string, body?: object) => {
    const reply = await apiOf(viewer).raw(method, path, { body })
    return reply.status === 200 ? 'ok' : conform(ErrorReply, reply.body).code
  }
  const write = async (person: Person, path: string, content: string) =>
    (await person.api.call(SavedReply, 'POST', `${path}/replies`, { content })).reply

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-16T00:00:00Z', 100_000],
      ['2026-12-04T00:00:00Z', 100_000],
    ])
    people = {
      author: await newcomer(server, 'Writer'),
      nobody: await newcomer(server, 'Nobody'),
      past: await newcomer(server, 'Past'),
      present: await newcomer(server, 'Present'),
      admin: await newcomer(server, 'Boss'),
    }
    await server.infrastructure.database.query(SET_ADMIN, [people.admin.id])
    const settled = await vote(people.author, SETTLED, '<p>First</p>')
    await vote(people.past, SETTLED)
    await moveTo('2026-11-26T10:00:00Z')
    const live = await vote(people.author, LIVE, '<p>Second</p>')
    await vote(people.present, LIVE)
    await moveTo('2026-11-26T12:00:00Z')
    notes = { settled, live }
    await write(people.author, `/votes/${settled}`, 'gatedword of the settled round')
    server.clock.advance(10_000)
    await write(people.author, `/votes/${live}`, 'gatedword of the live round')
  })
  afterAll(() => server.stop())

  test.each([
    ['guest', 'NOT_SIGNED_IN', 'NOT_SIGNED_IN'],
    ['nobody', 'VOTE_REQUIRED', 'VOTE_REQUIRED'],
    ['past', 'ok', 'VOTE_REQUIRED'],
    ['present', 'ok', 'ok'],
    ['author', 'ok', 'ok'],
    ['admin', 'ok', 'ok'],
  ] as const)('is read and written by %s as the note is', async (viewer, ofSettled, ofLive) => {
    for (const [id, expected] of [
      [notes.settled, ofSettled],
      [notes.live, ofLive],
    ] as const) {
      expect(await codeOf(viewer, 'GET', `/votes/${id}/replies`)).toBe(expected)
      server.clock.advance(10_000)
      const body = { content: `by ${viewer}` }
      expect(await codeOf(viewer, 'POST', `/votes/${id}/replies`, body)).toBe(expected)
    }
  })

  test('lets nobody react to, edit or quote past the gate', async () => {
    const page = await people.present.api.get(ReplyPage, `/votes/${notes.live}/replies`)
    const id = page.replies[0]?.id ?? 0
    const reaction = { reaction: 'like' }
    expect(await codeOf('past', 'POST', `/replies/${id}/reaction`, reaction)).toBe('VOTE_REQUIRED')
    expect(await codeOf('past', 'PUT', `/replies/${id}`, { content: 'x' })).toBe('VOTE_REQUIRED')
    expect(await codeOf('past', 'DELETE', `/replies/${id}`)).toBe('NOT_AUTHOR')
    server.clock.advance(10_000)
    const quote = { content: 'x', quote: id }
    const path = `/votes/${notes.settled}/replies`
    expect(await codeOf('past', 'POST', path, quote)).toBe('QUOTE_UNKNOWN')
  })

  test('shows the fixed vote of each author, and whether the result was known', async () => {
    const person = await newcomer(server, 'Steady')
    await vote(person, LIVE)
    const late = await write(person, `/votes/${notes.settled}`, 'late')
    expect(late).toMatchObject({ vote: null, afterResult: true })
    server.clock.advance(10_000)
    const early = await write(person, `/votes/${notes.live}`, 'early')
    expect(early).toMatchObject({ afterResult: false, vote: { choice: 'up', result: 'wait' } })
    const page = await people.past.api.get(ReplyPage, `/votes/${notes.settled}/replies`)
    const own = page.replies.find(({ uid }) => uid === people.past.id)
    expect(own?.vote).toMatchObject({ choice: 'up', result: 'MISS' })
    expect(own?.vote?.points).toBeLessThan(0)
  })

  test('asks before it fixes the direction of the author of the note', async () => {
    const author = await newcomer(server, 'Fresh')
    const id = await vote(author, LIVE, '<p>My note</p>')
    const path = `/votes/${id}/replies`
    const change = (direction: string) =>
      author.api.call(EditVoteReply, 'PUT', `/votes/${id}`, {
        vote: direction,
        content: '<p>My note</p>',
      })
    await author.api.get(ReplyPage, `${path}?lock=question`)
    server.clock.advance(10_000)
    await write(people.present, `/votes/${id}`, 'an answer')
    expect(await author.api.get(ReadingQuestion, `${path}?lock=question`)).toEqual({
      readingLocks: true,
    })
    await change('down')
    expect((await author.api.get(ReplyPage, path)).replies.length).toBe(1)
    const edit = { vote: 'up', content: '<p>My note</p>' }
    expect(await author.api.refusal('PUT', `/votes/${id}`, edit)).toBe('409 DIRECTION_LOCKED')
  })

  test('fixes the direction of whoever writes in it', async () => {
    const author = await newcomer(server, 'Own')
    const id = await vote(author, LIVE, '<p>My note</p>')
    await write(author, `/votes/${id}`, 'and another thing')
    const edit = { vote: 'down', content: '<p>My note</p>' }
    expect(await author.api.refusal('PUT', `/votes/${id}`, edit)).toBe('409 DIRECTION_LOCKED')
  })

  test('stores no reply whose author could still change the direction', async () => {
    const author = await newcomer(server, 'Unfixed')
    const id = await vote(author, LIVE, '<p>My note</p>')
    const { database } = server.infrastructure
    const refuse = `CHECK (user_id <> ${author.id})`
    await database.script(`ALTER TABLE direction_lock ADD CONSTRAINT no_locks ${refuse}`)
    const path = `/votes/${id}/replies`
    const { status } = await author.api.raw('POST', path, { body: { content: 'to be fixed' } })
    await database.script('ALTER TABLE direction_lock DROP CONSTRAINT no_locks')
    expect(status).toBe(500)
    expect((await author.api.get(ReplyPage, path)).replies).toEqual([])
  })

  test('is hidden with its note, and takes no reply without one', async () => {
    const author = await newcomer(server, 'Hidden')
    const id = await vote(author, LIVE, '<p>Ads</p>')
    const now = new Date(server.clock.now())
    await server.infrastructure.database.query(HIDE_NOTE, [id, now])
    const path = `/votes/${id}/replies`
    expect(await codeOf('present', 'GET', path)).toBe('HIDDEN')
    expect(await codeOf('present', 'POST', path, { content: 'x' })).toBe('HIDDEN')
    expect(await author.api.refusal('POST', path, { content: 'x' })).toBe('409 REPLY_LOCKED')
    expect(await codeOf('admin', 'GET', path)).toBe('ok')
    const silent = await newcomer(server, 'Silent')
    const empty = await vote(silent, LIVE)
    const refusal = await silent.api.refusal('POST', `/votes/${empty}/replies`, { content: 'x' })
    expect(refusal).toBe('409 REPLY_LOCKED')
  })

  test('is still read below a note that was removed', async () => {
    const author = await newcomer(server, 'Remover')
    const id = await vote(author, LIVE, '<p>Soon gone</p>')
    const path = `/votes/${id}`
    const { id: replyId } = await write(author, path, 'Left')
    expect((await author.api.get(VoteDetail, path)).hasReplies).toBeUndefined()
    await author.api.call(EditVoteReply, 'PUT', path, { vote: 'up', content: '' })
    for (const { api } of [author, people.admin]) {
      expect(await api.get(VoteDetail, path)).toMatchObject({ content: '', hasReplies: true })
      expect((await api.get(ReplyPage, `${path}/replies`)).replies).toMatchObject([{ id: replyId }])
    }
    expect(await author.api.refusal('POST', `${path}/replies`, { content: 'x' })).toBe(
      '409 REPLY_LOCKED',
    )
    await author.api.call(Done, 'DELETE', `/replies/${replyId}`)
    expect((await author.api.get(VoteDetail, path)).hasReplies).toBe(false)
  })

  test.each(['notices', 'suggestions', 'frees'])('of %s is open as the post is', async (board) => {
    const writer = board === 'notices' ? 'admin' : 'nobody'
    const body = { content: '<p>Post</p>' }
    const { id } = await apiOf(writer).call(CreatePostReply, 'POST', `/posts/${board}`, body)
    const path = `/posts/${board}/${id}/replies`
    server.clock.advance(10_000)
    expect(await codeOf('nobody', 'POST', path, { content: board })).toBe('ok')
    const expected = board === 'frees' ? 'NOT_SIGNED_IN' : 'ok'
    expect(await codeOf('guest', 'GET', path)).toBe(expected)
    expect(await codeOf('guest', 'POST', path, { content: 'x' })).toBe('NOT_SIGNED_IN')
    const other = board === 'notices' ? 'suggestions' : 'notices'
    expect(await codeOf('present', 'GET', `/posts/${other}/${id}/replies`)).toBe('NOT_FOUND')
    expect(await codeOf('present', 'GET', `${path}?filter=called`)).toBe('INVALID')
  })

  test('lets people who lost the right to read it remove what they wrote', async () => {
    const page = await people.past.api.get(ReplyPage, `/votes/${notes.settled}/replies`)
    const own = page.replies.find(({ uid }) => uid === people.past.id)
    await people.past.api.call(Done, 'DELETE', `/replies/${own?.id}`)
    const after = await people.present.api.get(ReplyPage, `/votes/${notes.settled}/replies`)
    const stub = after.replies.find(({ id }) => id === own?.id)
    expect(stub).toMatchObject({ state: 'deleted', content: '' })
    expect(after.total).toBe(page.total - 1)
  })

  test('shows the points that a changed vote carries', async () => {
    const person = await newcomer(server, 'Changer')
    await server.trade('100000.00')
    const id = await vote(person, LIVE)
    await server.trade('102000.00')
    const change = { vote: 'down', content: '' }
    const { offer, carried } = await person.api.call(EditVoteReply, 'PUT', `/votes/${id}`, change)
    expect(carried).not.toBe(0)
    const reply = await write(person, `/votes/${notes.live}`, 'changed')
    expect(reply.vote).toMatchObject({ choice: 'down', offer, carried })
  })
})
