import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { AccountSessions, EndedSessions } from '#shared/contract/account.ts'
import { AccountExport } from '#shared/contract/account-export.ts'
import { type AccountWorld, createAccountWorld } from '#tests/support/account-world.ts'
import { conform } from '#tests/support/api-client.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const AUDITED = statement(
  `SELECT act, source FROM moderation_act WHERE subject_id = $1 AND act = 'export'`,
  { act: column.text, source: column.text },
)
const ADD_POSTS = statement(
  `INSERT INTO post (board, user_id, title, content, created)
  SELECT 'frees', $1, 'Post', '<p>' || n || '</p>', now() FROM generate_series(1, 250) n`,
)

describe('the export', () => {
  let server: TestServer
  let world: AccountWorld

  beforeAll(async () => {
    server = await startTestServer()
    world = await createAccountWorld(server, 'Reader')
  })
  afterAll(() => server.stop())

  test('as JSON has what is stored about the person and nothing about others', async () => {
    const { person, post, otherPost, otherReply } = world
    const reply = await person.api.raw('GET', '/account/export?format=json')
    const data = conform(AccountExport, reply.body)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="tidemark-[0-9A-Z]{6}\.json"$/,
    )
    expect(data.account).toMatchObject([{ id: person.id, nickname: 'Reader', settledVotes: 1 }])
    expect(data.notifications).toMatchObject([
      { kind: 'settled', season: null },
      { kind: 'security', act: 'export' },
    ])
    expect(data.notificationSettings).toMatchObject([{ settled: true, opened: false }])
    expect(data.pushDevices).toMatchObject([
      { service: 'fcm.googleapis.com', zone: 'Europe/London', locale: 'en-US' },
    ])
    expect(Object.keys(data.pushDevices[0] ?? {}).sort()).toEqual([
      'created',
      'id',
      'locale',
      'service',
      'zone',
    ])
    expect(data.votes.map(({ title, points }) => [title, points === null])).toEqual([
      ['My settled secret', false],
      ['=My waiting secret', true],
      ['My open secret', true],
    ])
    expect(data.posts.map(({ id, content }) => [id, content])).toContainEqual([
      post,
      '<p>My post</p>',
    ])
    expect([data.posts.length, data.sessions.length]).toEqual([2, 3])
    expect([data.voteReactions.length, data.postReactions.length]).toEqual([1, 1])
    expect(data.replies).toMatchObject([{ content: 'My reply', quoteId: null }])
    expect(data.replyReactions).toMatchObject([{ kind: 'like' }])
    expect(data.threadFollows).toMatchObject([{ postId: otherPost, follow: 'follow' }])
    expect(data.mentions).toHaveLength(1)
    expect(data.directionLocks.length).toBe(1)
    // Whom the person has blocked, and not who has blocked the person.
    expect(data.blocks).toMatchObject([{ nickname: 'Other' }])
    expect(data.seasons).toMatchObject([{ season: '2026Q4', rank: null, settledVotes: 1 }])
    expect(data.reports).toMatchObject([
      { target: 'reply', targetId: otherReply, text: 'my words' },
      { target: 'post', targetId: otherPost, text: 'my words' },
    ])
    expect(data.moderation.map(({ act, appeal }) => [act, appeal?.text])).toEqual([
      ['hide', undefined],
      ['hide', undefined],
      ['mute', 'Please'],
      ['export', undefined],
    ])
    expect(JSON.stringify(data)).not.toContain('Their')
    const { database } = server.infrastructure
    expect(await database.query(AUDITED, [person.id])).toEqual([{ act: 'export', source: 'self' }])
  })

  test('as CSV has the votes, guards formulas, and opens in Excel', async () => {
    const reply = await fetch(`${server.url}/api/v1/account/export?format=csv`, {
      headers: { authorization: `Bearer ${world.person.token}` },
    })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(lines.length).toBe(4)
    expect(lines[0]).toStartWith('id,round,direction,points_if_right,points_if_wrong')
    expect(lines[1]).toMatch(
      /,up,\d+,-\d+,[\d.]+,0,(up|steady|down),-?\d+,2026-11-21T02:30:00.000Z,/,
    )
    expect(lines[2]).toEndWith(",'=My waiting secret")
  })

  test('is read page by page', async () => {
    const person = await newcomer(server, 'Writer')
    await server.infrastructure.database.query(ADD_POSTS, [person.id])
    const data = conform(AccountExport, (await person.api.raw('GET', '/account/export')).body)
    expect(new Set(data.posts.map(({ id }) => id)).size).toBe(250)
  })
})

describe('the sessions of an account', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ limitFactor: 1 })
  })
  afterAll(() => server.stop())

  const list = (api: { get: TestServer['api']['get'] }) =>
    api.get(AccountSessions, '/account/sessions')

  test('name the device of the sign-in, and end one by one', async () => {
    const first = await server.person('Mina')
    const second = await signedInAs(server, first.id)
    const stranger = await newcomer(server, 'Stranger')
    const sessions = await list(second.api)
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const old = sessions.find(({ current }) => !current)?.id ?? ''
    expect(await stranger.api.refusal('DELETE', `/account/sessions/${old}`)).toBe('404 NOT_FOUND')
    await second.api.call(EndedSessions, 'DELETE', `/account/sessions/${old}`)
    expect(await first.api.refusal('GET', '/account/sessions')).toBe('401 SESSION_REVOKED')
    expect(await second.api.refusal('DELETE', `/account/sessions/${old}`)).toBe('404 NOT_FOUND')
    expect((await list(second.api)).length).toBe(1)
  })

  test('end all but this one, or all', async () => {
    const person = await newcomer(server, 'Nari')
    const others = [await signedInAs(server, person.id), await signedInAs(server, person.id)]
    const end = (path: string) =>
      person.api.call(EndedSessions, 'POST', `/account/sessions/${path}`, {})
    expect((await end('end-others')).ended).toBe(2)
    for (const { api } of others) {
      expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    }
    expect((await list(person.api)).length).toBe(1)
    expect((await end('end-all')).ended).toBe(1)
    expect(await person.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  })

  test('exports are limited to six an hour', async () => {
    const person = await newcomer(server, 'Eager')
    const statuses = []
    for (let count = 0; count < 7; count++) {
      statuses.push((await person.api.raw('GET', '/account/export?format=csv')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})
