import { describe, expect, test } from 'bun:test'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { errorCode, NOW, samplePost } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createPostsService, type PostsDeps } from './service.ts'
import type { NewPost, PostUpdate } from './store.ts'

function setUp({ post = samplePost(), level = 0, isMuted = false } = {}) {
  const inserted: NewPost[] = []
  const updated: PostUpdate[] = []
  const views: unknown[][] = []
  const clock = testClock(NOW)
  const deps: PostsDeps = {
    store: {
      find: async (board, id) => (id === post.id && board === post.board ? post : null),
      boardOf: async () => 'frees',
      insert: async (created) => {
        inserted.push(created)
        return 6
      },
      update: async (change) => {
        updated.push(change)
        return true
      },
    },
    reactions: { toggle: async () => ({ likes: 1, dislikes: 0, userReaction: 'like' }) },
    accounts: { adminLevel: async () => level },
    mutes: {
      check: async () => {
        if (isMuted) throw new ApiError('MUTED')
      },
    },
    views: { add: (...view) => void views.push(view) },
    bus: testBus(),
    clock,
  }
  return { service: createPostsService(deps), inserted, updated, views, clock }
}

const edited = (board: BoardType) => ({ board, id: 5, seen: null })
const notice = (more = {}) => samplePost({ board: 'notices', ...more })
const body = (content: string, priority?: number) => ({
  content,
  ...(priority !== undefined && { priority }),
})

describe('create', () => {
  test.each([
    ['frees', 0, body('<p>a</p>'), 'ok'],
    ['frees', 0, body('<p> </p>'), 'CONTENT_REQUIRED'],
    ['suggestions', 9, body('<p>a</p>', 10), 'INVALID'],
    ['notices', 0, body('<p>a</p>'), 'ADMIN_REQUIRED'],
    ['notices', 1, body('<p>a</p>', 10), 'ok'],
  ] as const)('on %s by level %d', async (board, level, text, code) => {
    const { service } = setUp({ level })
    expect(await errorCode(service.create(7, board, text))).toBe(code)
  })

  test('stores the title and the default priority', async () => {
    const { service, inserted } = setUp()
    expect(await service.create(7, 'frees', body('<p>First</p><p>second</p>'))).toBe(6)
    expect(inserted).toEqual([expect.objectContaining({ title: 'First', priority: 99, now: NOW })])
  })
})

describe('edit', () => {
  test.each([
    ['the author within an hour', 7, HOUR_MS - 1, 'ok'],
    ['the author after an hour', 7, HOUR_MS, 'EDIT_WINDOW_CLOSED'],
    ['another user', 8, 0, 'NOT_AUTHOR'],
  ] as const)('by %s', async (_, userId, after, code) => {
    const { service, clock } = setUp()
    clock.advance(after)
    expect(await errorCode(service.edit(userId, edited('frees'), body('<p>b</p>')))).toBe(code)
  })

  test('lets any admin change the priority of an old notice, but not its text', async () => {
    const { service, updated, clock } = setUp({ post: notice(), level: 1 })
    clock.advance(10 * HOUR_MS)
    await service.edit(8, edited('notices'), body('<p>Hello</p>', 3))
    expect(updated).toEqual([expect.objectContaining({ priority: 3, updated: null })])
    expect(await errorCode(service.edit(8, edited('notices'), body('<p>other</p>', 3)))).toBe(
      'NOT_AUTHOR',
    )
  })

  test('takes a text stored under an earlier policy for unchanged', async () => {
    const content = '<p>Hello <img src="https://a.b/c.png"></p>'
    const { service, updated, clock } = setUp({ post: notice({ content }), level: 1 })
    clock.advance(10 * HOUR_MS)
    await service.edit(8, edited('notices'), body(content, 3))
    expect(updated).toEqual([expect.objectContaining({ priority: 3, updated: null })])
  })

  test('rejects a post on another board', async () => {
    expect(await errorCode(setUp().service.edit(7, edited('suggestions'), body('<p>b</p>')))).toBe(
      'NOT_FOUND',
    )
  })
})

describe('get', () => {
  test.each([
    ['a guest', 'frees', null, 'NOT_SIGNED_IN', []],
    ['a guest', 'notices', null, 'ok', [['post', 5, 'guest 192.0.2.1 Firefox']]],
    ['a user', 'frees', 8, 'ok', [['post', 5, 'user 8']]],
    ['the author', 'frees', 7, 'ok', []],
  ] as const)('by %s on %s', async (_, board, userId, code, counted) => {
    const { service, views } = setUp({ post: samplePost({ board }) })
    const viewer = { userId, guest: '192.0.2.1 Firefox' }
    expect(await errorCode(service.get(viewer, board, 5))).toBe(code)
    expect(views).toEqual(counted.map((view) => [...view]))
  })
})

test('shows a hidden post to its author and to admins only', async () => {
  const post = samplePost({ board: 'suggestions', hiddenAt: new Date(NOW) })
  const get = (userId: number | null, level: number) =>
    errorCode(setUp({ post, level }).service.get({ userId, guest: 'g' }, 'suggestions', 5))
  expect(await get(null, 0)).toBe('HIDDEN')
  expect(await get(8, 0)).toBe('HIDDEN')
  expect(await get(8, 1)).toBe('ok')
  expect(await get(7, 0)).toBe('ok')
})

test('refuses to write while a moderator has paused the user', async () => {
  const muted = setUp({ isMuted: true })
  expect(await errorCode(muted.service.create(7, 'frees', body('<p>Hi</p>')))).toBe('MUTED')
  expect(await errorCode(muted.service.edit(7, edited('frees'), body('<p>Hi</p>')))).toBe('MUTED')
  expect(muted.inserted).toEqual([])
  expect(muted.updated).toEqual([])
})
