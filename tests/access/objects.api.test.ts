import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { REPORT } from '#api/modules/error-reports/error-report.fixture.ts'
import { PostDetail, PostList } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { openWorld, post, setAdmin, snapshot, type World } from './world.ts'

const UNKNOWN_ID = 2_147_483_647

describe('object ownership and protected fields', () => {
  let world: World

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.server.stop())

  const pathsUnder = (board: string, id: number) => [
    ['GET', `/posts/${board}/${id}`, undefined],
    ['PUT', `/posts/${board}/${id}`, { content: 'moved' }],
    ['POST', `/posts/${board}/${id}/reaction`, { reaction: 'like' }],
  ]

  test('an id requested under another board is 404 for every caller', async () => {
    const { author, admin, freesId, suggestionId, noticeId } = world
    const elsewhere: [string, number][] = [
      ['notices', freesId],
      ['suggestions', freesId],
      ['frees', suggestionId],
      ['notices', suggestionId],
      ['frees', noticeId],
      ['suggestions', noticeId],
    ]
    const before = await snapshot(world.server)
    for (const [board, id] of elsewhere) {
      for (const [method, path, body] of pathsUnder(board, id)) {
        for (const { api } of [author, admin]) {
          const refusal = await api.refusal(String(method), String(path), body)
          expect([method, path, refusal]).toEqual([method, path, '404 NOT_FOUND'])
        }
      }
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('an unknown id is 404 on every call with an id', async () => {
    const { api } = world.admin
    const calls = [
      ['GET', `/votes/${UNKNOWN_ID}`, undefined],
      ['PUT', `/votes/${UNKNOWN_ID}`, { vote: 'up' }],
      ['POST', `/votes/${UNKNOWN_ID}/reaction`, { reaction: 'like' }],
      ...['frees', 'notices', 'suggestions'].flatMap((board) => pathsUnder(board, UNKNOWN_ID)),
    ]
    for (const [method, path, body] of calls) {
      const refusal = await api.refusal(String(method), String(path), body)
      expect([method, path, refusal]).toEqual([method, path, '404 NOT_FOUND'])
    }
  })

  test("a rejected edit of another user's object changes nothing", async () => {
    const { other, admin, voteId, freesId } = world
    const before = await snapshot(world.server)
    for (const { api } of [other, admin]) {
      const edit = { vote: 'down', content: 'taken over' }
      expect(await api.refusal('PUT', `/votes/${voteId}`, edit)).toBe('403 NOT_AUTHOR')
      const text = { content: 'taken over' }
      expect(await api.refusal('PUT', `/posts/frees/${freesId}`, text)).toBe('403 NOT_AUTHOR')
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  const SMUGGLED: Record<string, unknown> = {
    userId: 1,
    uid: 1,
    user_id: 1,
    id: 1,
    created: '2020-01-01T00:00:00.000Z',
    updated: null,
    likes: 1000,
    views: 1000,
    points: 1_000_000,
    is_admin: 1,
    isAdmin: 1,
    title: 'a title',
    board: 'notices',
    result: 'HIT',
    offer: { hit: 10_000, miss: 0 },
    __proto__x: 1,
    constructor: { prototype: { is_admin: 1 } },
  }

  const writes = (): [string, string, object][] => [
    ['POST', '/votes', { targetDate: world.targetDate, vote: 'up', content: '' }],
    ['PUT', `/votes/${world.voteId}`, { vote: 'up', content: 'x' }],
    ['POST', `/votes/${world.voteId}/reaction`, { reaction: 'like' }],
    ['POST', '/posts/frees', { content: 'x' }],
    ['PUT', `/posts/frees/${world.freesId}`, { content: 'x' }],
    ['POST', `/posts/frees/${world.freesId}/reaction`, { reaction: 'like' }],
    ['POST', '/profile/update-nickname', { nickname: 'new name' }],
    ['POST', '/events', { events: [{ name: 'login' }] }],
    ['POST', '/error-reports', { reports: [REPORT] }],
    ['POST', '/auth/refresh-token', { refreshToken: world.author.refreshToken }],
    ['POST', '/auth/logout', { refreshToken: world.author.refreshToken }],
    ['POST', '/auth/google', { tokenId: 'x' }],
  ]

  test('an unknown body field is rejected and changes nothing', async () => {
    const before = await snapshot(world.server)
    for (const [method, path, body] of writes()) {
      for (const [name, value] of Object.entries(SMUGGLED)) {
        const smuggled = { ...body, [name]: value }
        const { status, body: reply } = await world.author.api.raw(method, path, { body: smuggled })
        expect([path, status, reply]).toMatchObject([path, 422, { code: 'INVALID', field: name }])
      }
      const text = `${JSON.stringify(body).slice(0, -1)},"__proto__":{"is_admin":1}}`
      const { status } = await world.author.api.raw(method, path, { body: text })
      expect([path, status]).toEqual([path, 422])
    }
    expect(await snapshot(world.server)).toEqual(before)
    expect(Reflect.get({}, 'is_admin')).toBeUndefined()
  })

  test('priority is rejected outside notices, also from an admin', async () => {
    const own = await post(world.admin, 'suggestions')
    const before = await snapshot(world.server)
    const body = { content: 'x', priority: 1 }
    for (const [method, path] of [
      ['POST', '/posts/frees'],
      ['POST', '/posts/suggestions'],
      ['PUT', `/posts/suggestions/${own}`],
    ]) {
      const { status, body: reply } = await world.admin.api.raw(method ?? '', path ?? '', { body })
      expect([status, reply]).toMatchObject([422, { code: 'INVALID', field: 'priority' }])
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  test.each([-1, 100, 1.5, '1', null])('rejects the priority %p', async (priority) => {
    const body = { content: 'x', priority }
    const { status, body: reply } = await world.admin.api.raw('POST', '/posts/notices', { body })
    expect([status, reply]).toMatchObject([422, { field: 'priority' }])
  })

  test('an important notice is listed first, and an edit without priority preserves it', async () => {
    const path = '/posts/notices'
    const { body } = await world.admin.api.raw('POST', path, {
      body: { content: 'important', priority: 0 },
    })
    await post(world.admin, 'notices', 'later')
    const first = async () => (await world.server.api.get(PostList, path)).posts[0]
    expect(await first()).toMatchObject({ title: 'important', priority: 0 })
    const id = (await first())?.id ?? 0
    expect(body).toMatchObject({ id })
    await world.admin.api.raw('PUT', `${path}/${id}`, { body: { content: 'still important' } })
    expect(await first()).toMatchObject({ id, title: 'still important', priority: 0 })
  })

  test('an admin change in the database takes effect at once', async () => {
    const person = await world.server.person('Rising')
    const write = () => person.api.raw('POST', '/posts/notices', { body: { content: 'n' } })
    const read = () => person.api.raw('GET', `/votes/${world.voteId}`)
    expect((await write()).body).toMatchObject({ code: 'ADMIN_REQUIRED' })
    await setAdmin(world.server, person, 2)
    expect((await write()).status).toBe(200)
    expect((await read()).status).toBe(200)
    const renamed = await person.api.raw('POST', '/profile/update-nickname', {
      body: { nickname: 'Risen' },
    })
    expect(renamed.status).toBe(200)
    await setAdmin(world.server, person, 0)
    expect((await write()).body).toMatchObject({ code: 'ADMIN_REQUIRED' })
    expect((await read()).body).toMatchObject({ code: 'VOTE_REQUIRED' })
  })

  test('a user has one reaction per post; repeating it removes it', async () => {
    const path = `/posts/suggestions/${world.suggestionId}`
    const react = (reaction: string) =>
      world.other.api.call(ReactionReply, 'POST', `${path}/reaction`, { reaction })
    expect(await react('like')).toMatchObject({ likes: 1, dislikes: 0, userReaction: 'like' })
    expect(await react('dislike')).toMatchObject({ likes: 0, dislikes: 1, userReaction: 'dislike' })
    const seen = await world.author.api.get(PostDetail, path)
    expect(seen).toMatchObject({ likes: 0, dislikes: 1, userReaction: null })
    expect(await react('dislike')).toMatchObject({ likes: 0, dislikes: 0, userReaction: null })
  })
})
