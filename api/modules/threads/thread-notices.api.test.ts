import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createThreadNoticeStore } from '#api/modules/notifications/thread-notice-store.ts'
import { Done } from '#shared/contract/common.ts'
import { NotificationList } from '#shared/contract/notifications.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { ReplyPage, SavedReply } from '#shared/contract/replies.ts'
import type { ThreadFollow } from '#shared/contract/thread.ts'
import { UserSuggestions } from '#shared/contract/users.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { NOTICE_PAUSE_MS } from '#shared/rules/reply.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { establishedMember } from '#tests/support/established-member.ts'
import { addPushDevice } from '#tests/support/push-person.ts'
import { type PushService, pushService } from '#tests/support/push-service.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const RENAME = statement('UPDATE user_account SET nickname = $2 WHERE id = $1')
const HIDE = statement('UPDATE post SET hidden_at = $2 WHERE id = $1')

describe('notices of threads', () => {
  let server: TestServer
  let service: PushService
  let author: Person
  let replier: Person
  let reader: Person
  const people: Person[] = []

  const arrive = async (name: string) => {
    const person = await newcomer(server, name)
    people.push(person)
    return person
  }
  /** Behind the pause between two notices of a thread; tokens last an hour. */
  const pause = async () => {
    server.clock.advance(NOTICE_PAUSE_MS)
    for (const person of people) person.api = (await signedInAs(server, person.id)).api
  }
  const code = ({ token }: Person) => claimsOf(token).uniqueCode
  let posts = 0
  const newPost = async (title?: string) => {
    posts += 1
    const body = { content: `<p>${title ?? `Post ${posts}`}</p>` }
    return (await author.api.call(CreatePostReply, 'POST', '/posts/frees', body)).id
  }
  /** Behind the pause between two replies. */
  const write = async (person: Person, post: number, content: string) => {
    server.clock.advance(10_000)
    const path = `/posts/frees/${post}/replies`
    return (await person.api.call(SavedReply, 'POST', path, { content })).reply
  }
  const follow = (person: Person, post: number, state: ThreadFollow) =>
    person.api.call(Done, 'PUT', `/threads/post/${post}/follow`, { follow: state })
  const followOf = async (person: Person, post: number) =>
    (await person.api.get(ReplyPage, `/posts/frees/${post}/replies`)).follow
  const notify = () => server.services.notifications.threadNotices.run()
  /** Notices of a thread, latest first. */
  const noticesOf = async ({ api }: Person, post: number) => {
    const { items } = await api.get(NotificationList, '/notifications')
    return items.flatMap(({ kind, thread }) => (thread?.id === post ? [{ kind, ...thread }] : []))
  }

  beforeAll(async () => {
    service = pushService()
    server = await startTestServer({ pushFetch: service.fetch })
    author = await arrive('Author')
    replier = await establishedMember(server, 'Replier')
    people.push(replier)
    reader = await arrive('Reader')
  })
  afterAll(() => server.stop())

  test('authors and repliers follow by themselves, and a choice of theirs stays', async () => {
    const post = await newPost()
    expect(await followOf(author, post)).toBe('follow')
    expect(await followOf(reader, post)).toBe('none')
    await write(replier, post, 'first words')
    expect(await followOf(replier, post)).toBe('follow')
    await follow(replier, post, 'mute')
    await write(replier, post, 'second words')
    expect(await followOf(replier, post)).toBe('mute')
    const guest = await server.api.raw('GET', `/posts/frees/${post}/replies`)
    expect(guest.status).toBe(401)
  })

  test('name the thread and the author of the first reply, and come once in ten minutes', async () => {
    const post = await newPost('Halving')
    const first = await write(replier, post, 'bundled one')
    await notify()
    const one = {
      kind: 'reply' as const,
      target: 'post' as const,
      id: post,
      boardType: 'frees' as const,
      title: 'Halving',
      replyId: first.id,
      replies: 1,
      mentions: 0,
      author: { uniqueCode: code(replier), nickname: 'Replier' },
    }
    expect(await noticesOf(author, post)).toEqual([one])
    expect(await noticesOf(replier, post)).toEqual([])
    const second = await write(reader, post, 'bundled two')
    await write(replier, post, 'bundled three')
    await notify()
    expect(await noticesOf(author, post)).toHaveLength(1)
    await pause()
    await notify()
    const two = {
      ...one,
      replyId: second.id,
      replies: 2,
      author: { uniqueCode: code(reader), nickname: 'Reader' },
    }
    expect(await noticesOf(author, post)).toEqual([two, one])
    // Each of the other two is notified of the reply of the other.
    expect(await noticesOf(replier, post)).toMatchObject([{ replyId: second.id, replies: 1 }])
    expect(await noticesOf(reader, post)).toMatchObject([{ replies: 1 }])
    await pause()
    await notify()
    expect(await noticesOf(author, post)).toHaveLength(2)
  })

  test('read names and titles as they are now', async () => {
    const post = await newPost('Before')
    await write(replier, post, 'renamed later')
    await notify()
    const { database } = server.infrastructure
    await database.query(RENAME, [replier.id, 'Renamed'])
    await database.query(HIDE, [post, new Date()])
    expect(await noticesOf(author, post)).toMatchObject([
      { title: null, boardType: null, author: { nickname: 'Renamed' } },
    ])
    await database.query(RENAME, [replier.id, 'Replier'])
  })

  test('of a mention reach whoever does not follow, but nobody who muted or blocked', async () => {
    const post = await newPost()
    const mentioned = await arrive('Mentioned')
    const muted = await arrive('Muted')
    const blocker = await arrive('Blocker')
    await follow(muted, post, 'mute')
    await blocker.api.call(Done, 'PUT', `/blocks/${code(replier)}`, {})
    const named = [mentioned, muted, blocker, replier]
    const text = named.map((person) => `@${code(person).toLowerCase()}`).join(' ')
    const { mentions } = await write(replier, post, `${text} @000000`)
    expect(mentions.map(({ nickname }) => nickname).sort()).toEqual([
      'Blocker',
      'Mentioned',
      'Muted',
    ])
    await notify()
    expect(await noticesOf(mentioned, post)).toMatchObject([
      { kind: 'mention', replies: 1, mentions: 1 },
    ])
    expect(await noticesOf(author, post)).toMatchObject([{ kind: 'reply', mentions: 0 }])
    for (const person of [muted, blocker, replier]) {
      expect(await noticesOf(person, post)).toEqual([])
    }
    // Only the mention, not what others write later.
    await write(reader, post, 'no mention here')
    await pause()
    await notify()
    expect(await noticesOf(mentioned, post)).toHaveLength(1)
  })

  test('follow the switches of their kinds', async () => {
    const post = await newPost()
    const quiet = await arrive('Quiet')
    await follow(quiet, post, 'follow')
    const settings = { ...DEFAULT_KINDS, reply: false }
    await quiet.api.call(Done, 'PUT', '/notifications/settings', settings)
    await write(replier, post, 'not for the quiet')
    await notify()
    expect(await noticesOf(quiet, post)).toEqual([])
    await write(replier, post, `for @${code(quiet)}`)
    await pause()
    await notify()
    expect(await noticesOf(quiet, post)).toMatchObject([{ kind: 'mention', replies: 1 }])
    await quiet.api.call(Done, 'PUT', '/notifications/settings', { ...settings, mention: false })
    await write(reader, post, `again for @${code(quiet)}`)
    await pause()
    await notify()
    expect(await noticesOf(quiet, post)).toHaveLength(1)
  })

  test('count no deleted reply, and none of an edit', async () => {
    const post = await newPost()
    const gone = await write(replier, post, 'deleted before the notice')
    await replier.api.call(Done, 'DELETE', `/replies/${gone.id}`)
    await notify()
    expect(await noticesOf(author, post)).toEqual([])
    const edited = await write(replier, post, 'edited after it')
    await pause()
    await notify()
    const edit = { content: `edited for @${code(reader)}` }
    const saved = await replier.api.call(SavedReply, 'PUT', `/replies/${edited.id}`, edit)
    expect(saved.reply.mentions).toMatchObject([{ nickname: 'Reader' }])
    await pause()
    await notify()
    expect(await noticesOf(author, post)).toHaveLength(1)
    expect(await noticesOf(reader, post)).toEqual([])
  })

  test('reach the people whom an edit before them has mentioned, and no longer those of the first text', async () => {
    const post = await newPost()
    const added = await arrive('Added')
    await write(replier, post, 'begins the pause')
    await notify()
    const { id } = await write(replier, post, `for @${code(reader)}`)
    const edit = { content: `for @${code(added)}` }
    await replier.api.call(SavedReply, 'PUT', `/replies/${id}`, edit)
    await pause()
    await notify()
    expect(await noticesOf(added, post)).toMatchObject([{ kind: 'mention', replyId: id }])
    expect(await noticesOf(reader, post)).toEqual([])
  })

  test('are pushed without a word of the reply, the newest of a thread in place of the last', async () => {
    const post = await newPost('Pushed')
    const endpoint = await addPushDevice(author, service, 'America/New_York')
    await write(replier, post, `secretword @${code(author)}`)
    await notify()
    await server.services.notifications.pusher.run()
    const [message] = service.received.filter((one) => one.endpoint === endpoint)
    const { notification } = JSON.parse(message?.text ?? '{}')
    expect(notification.tag).toBe(`thread-post-${post}`)
    expect(notification.navigate).toContain(`/boards/frees/view/${post}?reply=`)
    expect(message?.text).not.toContain('secretword')
  })

  test('that wait for the end of quiet hours are pushed once for each thread, by the newest', async () => {
    const night = await arrive('Night')
    const endpoint = await addPushDevice(night, service, 'Asia/Seoul')
    const [busy, quiet] = [await newPost('Busy'), await newPost('Quiet')]
    for (const post of [busy, quiet]) await follow(night, post, 'follow')
    await server.jump('2026-11-21T15:00:00Z')
    await pause()
    for (const [index, post] of [busy, quiet, busy, busy].entries()) {
      await write(replier, post, `night ${index}`)
      await notify()
      await server.services.notifications.pusher.run()
      await pause()
    }
    const pushed = () => service.received.filter((one) => one.endpoint === endpoint)
    expect(pushed()).toEqual([])
    await server.jump('2026-11-21T23:00:00Z')
    await server.services.notifications.pusher.run()
    await pause()
    const replies = pushed().map(({ text }): string =>
      JSON.parse(text).notification.navigate.replace(/.*=/, ''),
    )
    const newest = await Promise.all([busy, quiet].map((post) => noticesOf(night, post)))
    expect(replies.toSorted()).toEqual(newest.map(([notice]) => `${notice?.replyId}`).toSorted())
  })

  test('reach each follower once, in batches and beside another owner of the jobs', async () => {
    const post = await newPost()
    const followers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => arrive(`Follower ${index}`)),
    )
    for (const person of followers) await follow(person, post, 'follow')
    const { database } = server.infrastructure
    const owners = [1, 2].map((batchSize) => createThreadNoticeStore(database, batchSize))
    await write(replier, post, 'for all of them')
    const now = server.clock.now()
    const runAll = async (store: (typeof owners)[number]) => {
      while (await store.runBatch(now, now));
    }
    // The job of the server may have begun with the reply: it is a third owner.
    await Promise.all([...owners.map(runAll), notify()])
    await notify()
    const notices = [author, ...followers].map((person) => noticesOf(person, post))
    expect((await Promise.all(notices)).map((own) => own.length)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('a reply mentions at most five people', async () => {
    const post = await newPost()
    server.clock.advance(10_000)
    const codes = ['000001', '000002', '000003', '000004', '000005', '000006']
    const path = `/posts/frees/${post}/replies`
    const content = codes.map((one) => `@${one}`).join(' ')
    expect(await replier.api.refusal('POST', path, { content })).toBe('422 TOO_MANY_MENTIONS')
    const { id } = await write(replier, post, content.slice(0, -8))
    expect(await replier.api.refusal('PUT', `/replies/${id}`, { content })).toBe(
      '422 TOO_MANY_MENTIONS',
    )
  })

  test('no thread can be followed that does not exist', async () => {
    for (const path of [
      '/threads/post/2147483647',
      '/threads/post/99999999999',
      '/threads/vote/999',
    ]) {
      for (const state of ['follow', 'mute'] as const) {
        const refusal = await reader.api.refusal('PUT', `${path}/follow`, { follow: state })
        expect(refusal).toBe('404 NOT_FOUND')
      }
    }
  })
})

describe('suggestions of people', () => {
  let server: TestServer
  let mina: Person

  const suggest = async (q: string) => {
    const query = new URLSearchParams({ q })
    const people = await mina.api.get(UserSuggestions, `/users/suggest?${query}`)
    return people.map(({ nickname }) => nickname)
  }

  beforeAll(async () => {
    server = await startTestServer()
    mina = await newcomer(server, 'Mina')
    for (const name of ['minerva', '김철수', '김영희', '100%', '100x', 'Zed']) {
      await newcomer(server, name)
    }
  })
  afterAll(() => server.stop())

  test.each([
    ['mIn', ['Mina', 'minerva']],
    ['minerva', ['minerva']],
    ['김', ['김영희', '김철수']],
    ['100%', ['100%']],
    ['_', []],
    ['ina', []],
  ])('of names that begin with %p', async (q, names) => {
    expect((await suggest(q)).sort()).toEqual(names)
  })

  test('find a person by the whole code, in either case', async () => {
    const { uniqueCode } = claimsOf(mina.token)
    expect(await suggest(uniqueCode.toLowerCase())).toEqual(['Mina'])
    expect(await suggest(uniqueCode.slice(0, 5))).toEqual([])
  })

  test('leave out people whom one has blocked', async () => {
    const path = `/blocks/${claimsOf((await newcomer(server, 'Blockade')).token).uniqueCode}`
    expect(await suggest('blockade')).toEqual(['Blockade'])
    await mina.api.call(Done, 'PUT', path, {})
    expect(await suggest('blockade')).toEqual([])
  })

  test('are for people who are signed in', async () => {
    expect(await server.api.refusal('GET', '/users/suggest?q=m')).toBe('401 NOT_SIGNED_IN')
    expect((await mina.api.raw('GET', '/users/suggest?q=')).status).toBe(422)
  })
})
