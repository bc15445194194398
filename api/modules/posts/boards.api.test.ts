import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { RESEND_MS } from '#api/modules/account/author-sql.ts'
import { Done } from '#shared/contract/common.ts'
import { CreatePostReply, PostDetail, PostList, RecentPosts } from '#shared/contract/posts.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const HIDE = statement('UPDATE post SET hidden_at = now() WHERE id = $1')
const BOARDS = ['frees', 'notices', 'suggestions'] as const
const PICTURE = '<p><img src="https://example.com/a.png"></p>'

describe('the boards', () => {
  let server: TestServer
  let admin: Person

  beforeAll(async () => {
    server = await startTestServer({ environment: { ADMIN_EMAILS: 'boss@example.com' } })
    admin = await server.person('boss@example.com')
  })
  afterAll(() => server.stop())

  const write = async (board: string, content: string, priority?: number, who = admin) => {
    const body = priority === undefined ? { content } : { content, priority }
    return (await who.api.call(CreatePostReply, 'POST', `/posts/${board}`, body)).id
  }
  const edit = (board: string, id: number, body: { content: string; priority?: number }) =>
    admin.api.call(Done, 'PUT', `/posts/${board}/${id}`, body)
  const list = (board: string, page = 1) => server.api.get(PostList, `/posts/${board}?page=${page}`)
  const detail = (board: string, id: number) => admin.api.get(PostDetail, `/posts/${board}/${id}`)
  const idsOf = async (board: string, page = 1) =>
    (await list(board, page)).posts.map(({ id }) => id)

  for (const board of BOARDS) {
    test(`${board}: creates, lists, returns and edits a post`, async () => {
      const writtenAt = new Date(server.clock.now()).toISOString()
      const before = (await list(board)).pagination.totalPosts
      const content = '<h2>제목입니다</h2><p>and <em>more</em></p>'
      const id = await write(board, content)
      const after = await list(board)
      expect(after.pagination).toMatchObject({ totalPosts: before + 1, postsPerPage: 10 })
      const item = {
        id,
        uid: admin.id,
        title: '제목입니다',
        nickname: 'boss',
        created: writtenAt,
        updated: null,
        views: 0,
        likes: 0,
        priority: 99,
      }
      expect(after.posts[0]).toMatchObject(item)
      expect(await detail(board, id)).toMatchObject({
        ...item,
        boardType: board,
        content,
        dislikes: 0,
        userReaction: null,
      })

      server.clock.advance(MINUTE_MS)
      const done = await edit(board, id, { content: '<p>두 번째</p>' })
      expect(done).toEqual({ success: true, message: 'Edit completed.' })
      expect(await detail(board, id)).toMatchObject({
        title: '두 번째',
        content: '<p>두 번째</p>',
        created: writtenAt,
        updated: new Date(server.clock.now()).toISOString(),
        priority: 99,
      })
      expect((await list(board)).posts[0]).toMatchObject({ id, title: '두 번째' })
      for (const other of BOARDS) {
        if (other === board) continue
        expect(await admin.api.refusal('GET', `/posts/${other}/${id}`)).toBe('404 NOT_FOUND')
        const refusal = admin.api.refusal('PUT', `/posts/${other}/${id}`, { content })
        expect(await refusal).toBe('404 NOT_FOUND')
      }
    })
  }

  test('an edit of a copy that was edited elsewhere since replaces no other text', async () => {
    const id = await write('frees', '<p>first</p>')
    const path = `/posts/frees/${id}`
    const { created } = await detail('frees', id)
    server.clock.advance(MINUTE_MS)
    await edit('frees', id, { content: '<p>second</p>' })
    const stored = await detail('frees', id)
    const mine = { content: '<p>mine</p>' }
    expect(await admin.api.refusal('PUT', `${path}?seen=${created}`, mine)).toBe(
      '409 EDITED_ELSEWHERE',
    )
    expect(await admin.api.refusal('PUT', `${path}?seen=2026-13-40T00:00:00Z`, mine)).toBe(
      '422 INVALID',
    )
    expect(await detail('frees', id)).toEqual(stored)
    // Its own text again, as after a lost answer.
    const repeated = { content: '<p>second</p>' }
    await admin.api.call(Done, 'PUT', `${path}?seen=${created}`, repeated)
    expect(await detail('frees', id)).toEqual(stored)
    await admin.api.call(Done, 'PUT', `${path}?seen=${stored.updated}`, mine)
    expect(await detail('frees', id)).toMatchObject(mine)
  })

  test('lists ten per page, newest first, and an empty page beyond the end', async () => {
    const before = (await list('frees')).pagination.totalPosts
    const ids: number[] = []
    for (let made = 0; made < 21 - before; made++)
      ids.unshift(await write('frees', `<p>${made}</p>`))
    const pages = [await idsOf('frees', 1), await idsOf('frees', 2), await idsOf('frees', 3)]
    expect(pages.map((page) => page.length)).toEqual([10, 10, 1])
    expect(pages.flat().slice(0, ids.length)).toEqual(ids)
    expect(await list('frees', 4)).toEqual({
      posts: [],
      pagination: { currentPage: 4, totalPages: 3, totalPosts: 21, postsPerPage: 10 },
    })
  })

  test('lists important notices first, then by age, across pages', async () => {
    const ordinary = await idsOf('notices')
    const low = await write('notices', '<p>low</p>', 98)
    const newer = await write('notices', '<p>newer</p>')
    const top = await write('notices', '<p>top</p>', 7)
    const newest = await write('notices', '<p>newest</p>', 99)
    expect(await idsOf('notices')).toEqual([top, low, newest, newer, ...ordinary])
    const { posts } = await list('notices')
    expect(posts.slice(0, 3).map(({ priority }) => priority)).toEqual([7, 98, 99])

    await edit('notices', newer, { content: '<p>newer</p>', priority: 0 })
    await edit('notices', low, { content: '<p>low</p>', priority: 99 })
    expect(await idsOf('notices')).toEqual([top, newer, newest, low, ...ordinary])
    await edit('notices', top, { content: '<p>top again</p>' })
    expect(await detail('notices', top)).toMatchObject({ priority: 7, title: 'top again' })

    for (let made = 0; made < 12; made++) await write('notices', `<p>more ${made}</p>`, 50)
    const [first, second] = [await list('notices', 1), await list('notices', 2)]
    expect(first.posts.every(({ priority }) => priority < 99)).toBe(true)
    const all = [...first.posts, ...second.posts]
    expect(all.findIndex(({ priority }) => priority === 99)).toBe(14)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('lets any admin unpin an old notice without changing its text', async () => {
    const content = '<p>maintenance tonight</p>'
    const id = await write('notices', content, 5)
    server.clock.advance(61 * MINUTE_MS)
    const author = await renewed(server, admin)
    admin = author
    const member = await newcomer(server, 'Second')
    await server.infrastructure.database.query(
      statement('UPDATE user_account SET is_admin = 1 WHERE id = $1'),
      [member.id],
    )
    const path = `/posts/notices/${id}`
    const other = { content: '<p>changed</p>', priority: 99 }
    expect(await member.api.refusal('PUT', path, other)).toBe('403 NOT_AUTHOR')
    expect(await author.api.refusal('PUT', path, other)).toBe('403 EDIT_WINDOW_CLOSED')
    expect(await member.api.refusal('PUT', path, { content })).toBe('403 NOT_AUTHOR')
    await member.api.call(Done, 'PUT', path, { content, priority: 99 })
    const seen = await server.api.get(PostDetail, path)
    expect(seen).toMatchObject({ content, priority: 99, updated: null })
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('rejects a priority outside 0 to 99 or on another board', async () => {
    for (const priority of [-1, 100, 1.5]) {
      const body = { content: '<p>x</p>', priority }
      expect(await admin.api.refusal('POST', '/posts/notices', body)).toBe('422 INVALID')
    }
    for (const board of ['frees', 'suggestions']) {
      const body = { content: '<p>x</p>', priority: 5 }
      expect(await admin.api.refusal('POST', `/posts/${board}`, body)).toBe('422 INVALID')
    }
  })

  test('returns the ten newest posts of all boards', async () => {
    const expected: { id: number; boardType: (typeof BOARDS)[number]; title: string }[] = []
    for (let made = 0; made < 12; made++) {
      const boardType = BOARDS[made % 3] ?? 'frees'
      const id = await write(
        boardType,
        `<p>recent ${made}</p>`,
        boardType === 'notices' ? 1 : undefined,
      )
      expected.unshift({ id, boardType, title: `recent ${made}` })
    }
    const recent = await server.api.get(RecentPosts, '/posts/recent')
    expect(recent.map(({ id, boardType, title }) => ({ id, boardType, title }))).toEqual(
      expected.slice(0, 10),
    )
    expect(new Set(recent.map(({ created }) => created))).toEqual(
      new Set([new Date(server.clock.now()).toISOString()]),
    )
    const newest = expected[0]
    await edit(newest?.boardType ?? '', newest?.id ?? 0, { content: '<p>renamed</p>' })
    expect((await server.api.get(RecentPosts, '/posts/recent'))[0]?.title).toBe('renamed')
  })

  test('accepts an image or a video alone as a post without title', async () => {
    const film = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
    for (const content of [PICTURE, film]) {
      const id = await write('frees', content)
      const post = await detail('frees', id)
      expect(post.title).toBe('')
      expect(post.content).toMatch(/<img|<iframe/)
    }
  })

  const blanks = [
    '',
    '   \n',
    '<p></p>',
    '<p>&nbsp;<br></p>',
    '<p>\u200b\ufffc</p>',
    '<script>alert(1)</script>',
    '<img src="javascript:alert(1)">',
    '<iframe src="https://evil.example/"></iframe>',
  ]
  for (const content of blanks) {
    test(`rejects content without visible text or media: ${JSON.stringify(content)}`, async () => {
      const before = (await list('frees')).pagination.totalPosts
      const body = { content }
      expect(await admin.api.refusal('POST', '/posts/frees', body)).toBe('422 CONTENT_REQUIRED')
      expect((await list('frees')).pagination.totalPosts).toBe(before)
      const id = await write('frees', '<p>stays</p>')
      const refusal = admin.api.refusal('PUT', `/posts/frees/${id}`, body)
      expect(await refusal).toBe('422 CONTENT_REQUIRED')
      expect((await detail('frees', id)).content).toBe('<p>stays</p>')
    })
  }

  test('accepts 32,767 characters of sanitized content, not one more', async () => {
    const long = (length: number) => `<p>${'가'.repeat(length - 7)}</p>`
    const id = await write('frees', long(32_767))
    expect((await detail('frees', id)).content).toHaveLength(32_767)
    const body = { content: long(32_768) }
    expect(await admin.api.refusal('POST', '/posts/frees', body)).toBe('413 CONTENT_TOO_LONG')
    const refusal = admin.api.refusal('PUT', `/posts/frees/${id}`, body)
    expect(await refusal).toBe('413 CONTENT_TOO_LONG')
    // Removed markup does not count.
    const dropped = await write('frees', `<p>kept</p><script>${'x'.repeat(40_000)}</script>`)
    expect((await detail('frees', dropped)).content).toBe('<p>kept</p>')
  })

  test('sanitizes content when it is created and edited', async () => {
    const hostile = '<p onmouseover="x()">a<script>x()</script><a href="javascript:x()">b</a></p>'
    const clean = '<p>a<a>b</a></p>'
    const id = await write('suggestions', hostile)
    expect((await detail('suggestions', id)).content).toBe(clean)
    await edit('suggestions', id, { content: `${hostile}${hostile}` })
    expect((await detail('suggestions', id)).content).toBe(clean + clean)
  })

  test('allows edits for one hour', async () => {
    const id = await write('frees', '<p>one</p>')
    const end = server.clock.now() + 60 * MINUTE_MS
    expect((await detail('frees', id)).editableUntil).toBe(new Date(end).toISOString())
    await server.jump(end - 1)
    admin = await renewed(server, admin)
    await edit('frees', id, { content: '<p>two</p>' })
    server.clock.advance(1)
    const refusal = admin.api.refusal('PUT', `/posts/frees/${id}`, { content: '<p>three</p>' })
    expect(await refusal).toBe('403 EDIT_WINDOW_CLOSED')
    expect((await detail('frees', id)).content).toBe('<p>two</p>')
  })

  test('stores concurrent posts of many users', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map((n) => newcomer(server, `Writer ${n}`)))
    const before = (await list('suggestions')).pagination.totalPosts
    const writing = people.flatMap((person) =>
      [1, 2, 3, 4, 5, 6].map((n) => write('suggestions', `<p>${n}</p>`, undefined, person)),
    )
    expect(new Set(await Promise.all(writing)).size).toBe(30)
    expect((await list('suggestions')).pagination.totalPosts).toBe(before + 30)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })
  test('a post that is sent again after a lost answer is stored once', async () => {
    admin = await renewed(server, admin)
    let person = await newcomer(server, 'Twice')
    const send = (content: string, board = 'frees') => write(board, content, undefined, person)
    const before = (await list('frees')).pagination.totalPosts
    const [first = 0, ...again] = await Promise.all([1, 2, 3].map(() => send('<p>Sent twice</p>')))
    server.clock.advance(RESEND_MS - 1)
    person = await renewed(server, person)
    again.push(await send('<p>Sent twice</p>'))
    expect(again).toEqual([first, first, first])
    expect((await list('frees')).pagination.totalPosts).toBe(before + 1)
    const others = [
      await send('<p>Sent twice</p>', 'suggestions'),
      await write('frees', '<p>Sent twice</p>'),
      await send('<p>Another</p>'),
      await send('<p>Sent twice</p>'),
    ]
    server.clock.advance(RESEND_MS)
    person = await renewed(server, person)
    const late = await send('<p>Sent twice</p>')
    await server.infrastructure.database.query(HIDE, [late])
    others.push(late, await send('<p>Sent twice</p>'))
    expect(new Set([first, ...others]).size).toBe(1 + others.length)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })
})
