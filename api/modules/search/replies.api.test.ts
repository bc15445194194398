import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { ReplyPage, SavedReply } from '#shared/contract/replies.ts'
import { SearchReply } from '#shared/contract/search.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import type { Person } from '#tests/support/test-server.ts'

const FIRST = '2026-11-26T00:00:00.000Z'
const LIVE = '2026-12-03T00:00:00.000Z'
const SET_ADMIN = statement('UPDATE user_account SET is_admin = 1 WHERE id = $1')
const DOCUMENTS = statement(
  `SELECT count(*)::int AS documents FROM search_document WHERE kind = 'reply' AND id = $1`,
  { documents: column.int },
)

const NAMES = ['author', 'member', 'fresh caller', 'caller', 'former caller', 'admin'] as const
type Name = (typeof NAMES)[number]

describe('the search of replies', () => {
  let server: PlannedServer
  let people: Record<Name, Person>
  let oldNote: string
  let liveNote: string

  const vote = async (name: Name, targetDate: string, content = '') => {
    const body = { targetDate, vote: 'up', content }
    return (await people[name].api.call(CreateVoteReply, 'POST', '/votes', body)).id
  }
  const post = async (name: Name, board: string, content: string) => {
    const path = `/posts/${board}`
    const { id } = await people[name].api.call(CreatePostReply, 'POST', path, { content })
    return `${path}/${id}`
  }
  const reply = async (name: Name, thread: string, content: string) => {
    server.clock.advance(10_000)
    const { api } = people[name]
    return (await api.call(SavedReply, 'POST', `${thread}/replies`, { content })).reply.id
  }
  const renewAll = async () => {
    for (const name of NAMES) people[name] = await renewed(server, people[name])
  }
  const apiOf = (viewer: Name | 'guest') => (viewer === 'guest' ? server.api : people[viewer].api)
  const find = async (viewer: Name | 'guest', q: string, more = '') =>
    (await apiOf(viewer).get(SearchReply, `/search?q=${encodeURIComponent(q)}${more}`)).items
  const finds = async (viewer: Name | 'guest', q: string) => (await find(viewer, q)).length
  const act = (name: 'hide' | 'restore', target: 'reply' | 'vote', targetId: number) =>
    people.admin.api.call(Done, 'POST', '/moderation/acts', {
      act: name,
      target,
      targetId,
      reason: 'spam',
    })

  beforeAll(async () => {
    server = await startPlannedServer([
      ['2026-11-16T00:00:00Z', 100_000],
      ['2026-11-30T00:00:00Z', 105_000],
    ])
    people = {
      author: await newcomer(server, 'Writer'),
      member: await newcomer(server, 'Member'),
      'fresh caller': await newcomer(server, 'Fresh'),
      caller: await newcomer(server, 'Caller'),
      'former caller': await newcomer(server, 'Former'),
      admin: await newcomer(server, 'Boss'),
    }
    await server.infrastructure.database.query(SET_ADMIN, [people.admin.id])
    oldNote = `/votes/${await vote('author', FIRST, '<p>Old note</p>')}`
    await vote('former caller', FIRST)
    await reply('former caller', oldNote, 'First line\noldreply 오래된답글')
    await server.jump('2026-11-26T10:00:00Z')
    await renewAll()
    liveNote = `/votes/${await vote('author', LIVE, '<p>Live note</p>')}`
    await vote('caller', LIVE)
    await reply('caller', liveNote, 'livereply')
    await reply('member', await post('author', 'frees', '<p>Free post</p>'), 'freereply')
    await reply('member', await post('admin', 'notices', '<p>Notice</p>'), 'openreply')
    await vote('fresh caller', LIVE)
  })
  afterAll(() => server.stop())

  test.each<[Name | 'guest', number, number, number, number]>([
    ['guest', 0, 0, 0, 1],
    ['member', 0, 0, 1, 1],
    ['former caller', 1, 0, 1, 1],
    ['fresh caller', 1, 0, 1, 1],
    ['caller', 1, 1, 1, 1],
    // Reading the replies of others would fix the direction of the note.
    ['author', 1, 0, 1, 1],
    ['admin', 1, 0, 1, 1],
  ])('%s finds those of readable threads', async (viewer, old, live, free, open) => {
    expect(await finds(viewer, 'oldreply')).toBe(old)
    expect(await finds(viewer, '오래된답글')).toBe(old)
    expect(await finds(viewer, 'livereply')).toBe(live)
    expect(await finds(viewer, 'freereply')).toBe(free)
    expect(await finds(viewer, 'openreply')).toBe(open)
  })

  test('the author of a note finds replies of the live round once reading has fixed the direction', async () => {
    await people.author.api.get(ReplyPage, `${liveNote}/replies`)
    expect(await finds('author', 'livereply')).toBe(1)
  })

  test('a result names the thread, and is one of its kind', async () => {
    const [found] = await find('former caller', 'oldreply', '&kind=reply')
    if (found?.kind !== 'reply') throw new Error('no reply was found')
    expect(found).toMatchObject({
      title: 'Old note',
      nickname: 'Former',
      boardType: null,
      thread: { target: 'vote', id: Number(oldNote.split('/').at(-1)) },
    })
    expect(found.snippet?.text).toBe('First line oldreply 오래된답글')
    const [ofPost] = await find('member', 'freereply')
    expect(ofPost).toMatchObject({ title: 'Free post', boardType: 'frees' })
    expect(await find('former caller', 'oldreply', '&kind=note')).toEqual([])
  })

  test('an edit, a hiding, a restoration and a deletion are found at once', async () => {
    const thread = await post('author', 'suggestions', '<p>Suggestion</p>')
    const id = await reply('member', thread, 'formerword')
    expect(await finds('guest', 'formerword')).toBe(1)
    await people.member.api.call(SavedReply, 'PUT', `/replies/${id}`, { content: 'laterword' })
    expect(await finds('guest', 'formerword')).toBe(0)
    expect(await finds('guest', 'laterword')).toBe(1)
    await act('hide', 'reply', id)
    for (const viewer of ['guest', 'member', 'admin'] as const) {
      expect(await finds(viewer, 'laterword')).toBe(0)
    }
    await act('restore', 'reply', id)
    expect(await finds('guest', 'laterword')).toBe(1)
    await people.member.api.call(Done, 'DELETE', `/replies/${id}`)
    expect(await finds('guest', 'laterword')).toBe(0)
    const { database } = server.infrastructure
    expect(await database.query(DOCUMENTS, [id])).toEqual([{ documents: 0 }])
  })

  test('replies below a hidden note are absent until it is shown again', async () => {
    const noteId = Number(oldNote.split('/').at(-1))
    await act('hide', 'vote', noteId)
    for (const viewer of ['former caller', 'admin'] as const) {
      expect(await finds(viewer, 'oldreply')).toBe(0)
    }
    await act('restore', 'vote', noteId)
    expect(await finds('former caller', 'oldreply')).toBe(1)
  })

  test('an erased account takes its replies, and those below its post and its open note, along', async () => {
    const leaver = await newcomer(server, 'Leaver')
    const suggestion = await leaver.api.call(CreatePostReply, 'POST', '/posts/suggestions', {
      content: '<p>Going</p>',
    })
    const note = await leaver.api.call(CreateVoteReply, 'POST', '/votes', {
      targetDate: LIVE,
      vote: 'up',
      content: '<p>Going too</p>',
    })
    const path = `/posts/suggestions/${suggestion.id}`
    const own = await leaver.api.call(SavedReply, 'POST', `${path}/replies`, { content: 'ownword' })
    const below = await reply('member', path, 'belowword')
    const belowNote = await reply('caller', `/votes/${note.id}`, 'belownote')
    expect(await finds('caller', 'belownote')).toBe(1)
    await server.services.account.delete(leaver.id, claimsOf(leaver.token).nickname)
    const { database } = server.infrastructure
    for (const id of [own.reply.id, below, belowNote]) {
      expect(await database.query(DOCUMENTS, [id])).toEqual([{ documents: 0 }])
    }
  })

  test('replies that were written without the search are added', async () => {
    await server.infrastructure.database.script(
      `DELETE FROM search_document WHERE kind = 'reply';
      DELETE FROM app_metadata WHERE key = 'search_tokens'`,
    )
    expect(await finds('guest', 'openreply')).toBe(0)
    await server.services.searchFiller.run()
    expect(await finds('guest', 'openreply')).toBe(1)
  })
})
