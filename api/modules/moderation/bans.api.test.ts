import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { type ActBody, OwnActs } from '#shared/contract/moderation.ts'
import { CreatePostReply, PostList } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { VoteList } from '#shared/contract/votes.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newAdmin, newcomer, signedInAs } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ban } from './moderated-user-store.ts'

/** Sessions of the database that wait for a row. */
const WAITING = statement(
  `SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  { waiting: column.int },
)
const SHOWN = statement(
  `SELECT id FROM post WHERE user_id IN ($1, $2) AND hidden_at IS NULL
  UNION ALL SELECT id FROM reply WHERE user_id IN ($1, $2) AND hidden_at IS NULL
  UNION ALL SELECT id FROM vote WHERE user_id IN ($1, $2) AND has_content AND note_hidden_at IS NULL`,
  { id: column.int },
)

describe('bans', () => {
  let server: TestServer
  let admin: Person
  let admin2: Person

  const post = async (person: Person, content: string) =>
    (await person.api.call(CreatePostReply, 'POST', '/posts/frees', { content })).id
  const act = (person: Person, body: ActBody) =>
    person.api.call(Done, 'POST', '/moderation/acts', body)

  beforeAll(async () => {
    server = await startTestServer()
    admin = await newAdmin(server, 'Admin')
    admin2 = await newAdmin(server, 'Second admin')
  })
  afterAll(() => server.stop())

  test('a ban ends sessions at once, hides the texts and refuses the next sign-in', async () => {
    const spammer = await newcomer(server, 'Spammer')
    const id = await post(spammer, '<p>Spam</p>')
    const hiddenBefore = await post(spammer, '<p>Hidden before</p>')
    await act(admin, { act: 'hide', target: 'post', targetId: hiddenBefore, reason: 'spam' })
    server.clock.advance(1000)
    await act(admin, {
      act: 'ban',
      target: 'post',
      targetId: id,
      reason: 'spam',
      message: 'Only spam.',
      hideContent: true,
    })
    expect(await spammer.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    const { refreshToken } = spammer
    expect(await server.api.refusal('POST', '/auth/refresh-token', { refreshToken })).toBe(
      '401 REFRESH_INVALID',
    )
    expect(server.services.sessions.open(spammer.id)).rejects.toMatchObject({ code: 'BANNED' })
    const listed = async () =>
      (await server.api.get(PostList, '/posts/frees?page=1')).posts.map((one) => one.id)
    expect(await listed()).not.toContain(id)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
    await act(admin, { act: 'unban', target: 'nickname', targetId: spammer.id, reason: 'other' })
    expect(await listed()).toContain(id)
    expect(await listed()).not.toContain(hiddenBefore)
    await server.services.sessions.open(spammer.id)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('a ban that is repeated hides later texts too, and its end shows them all', async () => {
    const repeated = await newcomer(server, 'Banned twice')
    const id = await post(repeated, '<p>First</p>')
    const noteId = await castVote(server, repeated, '<p>Note</p>')
    const person = { target: 'nickname', targetId: repeated.id, reason: 'spam' } as const
    await act(admin, { ...person, act: 'ban', hideContent: true })
    server.clock.advance(60_000)
    await act(admin2, { ...person, act: 'ban', reason: 'scam', hideContent: true })
    await act(admin, { ...person, act: 'unban' })
    const { posts } = await server.api.get(PostList, '/posts/frees?page=1')
    expect(posts.map((one) => one.id)).toContain(id)
    const votes = await server.api.get(VoteList, '/votes?page=1')
    expect(votes.posts.find((one) => one.id === noteId)).toMatchObject({ contentExist: 1 })
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('a text that a moderator hides during a ban stays hidden after it', async () => {
    const banned = await newcomer(server, 'Banned')
    const postId = await post(banned, '<p>Worse than the ban</p>')
    const noteId = await castVote(server, banned, '<p>Note</p>')
    const about = { target: 'nickname', targetId: banned.id, reason: 'spam' } as const
    await act(admin, { ...about, act: 'ban', hideContent: true })
    server.clock.advance(60_000)
    const hidden = [
      { target: 'post', targetId: postId },
      { target: 'vote', targetId: noteId },
    ] as const
    for (const text of hidden) {
      await act(admin2, { ...text, act: 'hide', reason: 'hate', message: 'Hate.' })
      await act(admin, { ...text, act: 'hide', reason: 'spam', message: 'Once more.' })
    }
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
    await act(admin, { ...about, act: 'unban' })
    const { posts } = await server.api.get(PostList, '/posts/frees?page=1')
    expect(posts.map((one) => one.id)).not.toContain(postId)
    const votes = await server.api.get(VoteList, '/votes?page=1')
    expect(votes.posts.find((one) => one.id === noteId)).toMatchObject({ contentExist: 0 })
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
    const again = await signedInAs(server, banned.id)
    const acts = await again.api.get(OwnActs, '/profile/moderation')
    expect(acts.map(({ act, message }) => [act, message])).toEqual([
      ['unban', ''],
      ['hide', 'Hate.'],
      ['hide', 'Hate.'],
      ['ban', ''],
    ])
  })

  test('a text that is written while the ban of its author is stored is refused', async () => {
    const { database } = server.infrastructure
    const [banned, voter] = [await newcomer(server, 'Writer'), await newcomer(server, 'Voter')]
    const thread = await post(admin, '<p>Thread</p>')
    const voteId = await castVote(server, voter, '')
    const { targetDate } = (await server.api.get(VoteSummary, '/vote/summary')).target2
    const content = '<p>Written meanwhile</p>'
    const own = { vote: 'up', content }
    const codes: string[] = []
    const writing: Promise<unknown>[] = []
    const write = ({ api }: Person, method: 'POST' | 'PUT', path: string, body: object) => {
      const code = api.refusal(method, path, body).catch(() => 'accepted')
      writing.push(code.then((found) => codes.push(found)))
    }
    const areWaiting = async () => {
      const [row] = await database.query(WAITING)
      return codes.length + (row?.waiting ?? 0) >= writing.length
    }
    await database.transaction(async (sql) => {
      for (const { id } of [banned, voter]) {
        await ban(sql, id, { now: server.clock.now(), hideContent: true })
      }
      write(banned, 'POST', '/posts/frees', { content })
      write(banned, 'POST', `/posts/frees/${thread}/replies`, { content: 'Written meanwhile' })
      write(banned, 'POST', '/votes', { ...own, targetDate })
      write(voter, 'PUT', `/votes/${voteId}`, own)
      // The embedded database runs one transaction at a time.
      if (database.kind === 'postgres') await eventually(areWaiting)
    })
    await Promise.all(writing)
    expect(codes).toEqual(Array(4).fill('403 BANNED'))
    expect(await database.query(SHOWN, [banned.id, voter.id])).toEqual([])
  })
})
