import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { Done } from '#shared/contract/common.ts'
import {
  type ActBody,
  CaseDetail,
  CaseList,
  Modlog,
  OpenAppeals,
  OwnActs,
} from '#shared/contract/moderation.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { type Reply, ReplyPage, SavedReply } from '#shared/contract/replies.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newAdmin, newcomer } from '#tests/support/crowd.ts'
import { establishedMembers } from '#tests/support/established-member.ts'
import { openStream } from '#tests/support/stream-client.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('moderation of replies', () => {
  let server: TestServer
  /** Author of a note and of a post. */
  let host: Person
  let admin: Person
  let admin2: Person
  /** Three users whose reports count, each with a call in the live round. */
  let trusted: Person[]
  let otherTrusted: Person[]
  let noteThread: string
  let postThread: string
  let noteId: number

  const post = async ({ api }: Person, board: string) =>
    (await api.call(CreatePostReply, 'POST', `/posts/${board}`, { content: '<p>Post</p>' })).id
  const write = async ({ api }: Person, thread: string, content: string): Promise<number> => {
    server.clock.advance(10_000)
    return (await api.call(SavedReply, 'POST', `${thread}/replies`, { content })).reply.id
  }
  const readAs = async ({ api }: Pick<Person, 'api'>, thread: string, id: number) => {
    const { replies } = await api.get(ReplyPage, `${thread}/replies?from=${id}`)
    return replies.find((reply): reply is Reply => reply.id === id)
  }
  const report = ({ api }: Pick<Person, 'api'>, id: number) =>
    api.raw('POST', '/reports', { body: { target: 'reply', targetId: id, reason: 'chatroom' } })
  const refusal = ({ api }: Pick<Person, 'api'>, id: number) =>
    api.refusal('POST', '/reports', { target: 'reply', targetId: id, reason: 'chatroom' })
  const act = (person: Person, body: ActBody) =>
    person.api.call(Done, 'POST', '/moderation/acts', body)
  const caseOf = async (id: number) => {
    const { cases } = await admin.api.get(CaseList, '/moderation/cases')
    const found = cases.find((one) => one.target === 'reply' && one.targetId === id)
    if (!found) throw new Error(`no open case of reply ${id}`)
    return found
  }

  beforeAll(async () => {
    server = await startTestServer()
    host = await newcomer(server, 'Host')
    admin = await newAdmin(server, 'Admin')
    admin2 = await newAdmin(server, 'Second admin')
    const members = await establishedMembers(server, ['A', 'B', 'C', 'D', 'E', 'F'])
    trusted = members.slice(0, 3)
    otherTrusted = members.slice(3)
    noteId = await castVote(server, host, '<p>Why it rises</p>')
    noteThread = `/votes/${noteId}`
    postThread = `/posts/frees/${await post(host, 'frees')}`
    for (const person of trusted) await castVote(server, person)
  })
  afterAll(() => server.stop())

  test('three trusted reporters hide a reply below a note; a moderator restores it', async () => {
    const author = await newcomer(server, 'Seller')
    await castVote(server, author)
    const id = await write(author, noteThread, 'Join my chatroom\nfor signals <b>')
    const stream = await openStream(server.url)
    await stream.next('hello')
    stream.send(`thread vote ${noteId}`)
    const [first] = trusted
    if (!first) throw new Error('nobody reports')
    for (const person of trusted) {
      expect((await report(person, id)).status).toBe(200)
      if (person === first) expect(await refusal(first, id)).toBe('409 ALREADY_REPORTED')
    }
    expect(await refusal(first, id)).toBe('404 HIDDEN')
    expect(await stream.next('content')).toMatchObject({ target: 'reply', id })
    expect(await stream.next('thread')).toMatchObject({ target: 'vote', id: noteId })
    expect(await readAs(first, noteThread, id)).toMatchObject({ state: 'hidden', content: '' })
    expect((await readAs(author, noteThread, id))?.content).toStartWith('Join my chatroom')

    const opened = await caseOf(id)
    expect(opened).toMatchObject({
      reports: 3,
      reasons: ['chatroom'],
      hidden: true,
      boardType: null,
      excerpt: 'Join my chatroom',
      thread: { target: 'vote', id: noteId },
    })
    const detail = await admin.api.get(CaseDetail, `/moderation/cases/${opened.id}`)
    expect(detail.content).toBe('<p>Join my chatroom<br>for signals &lt;b&gt;</p>')
    const about = { target: 'reply', targetId: id, reason: 'other' } as const
    await act(admin, { ...about, act: 'restore', caseId: opened.id })
    expect(await readAs(first, noteThread, id)).toMatchObject({ state: 'shown' })
    expect(await stream.next('content')).toMatchObject({ target: 'reply', id })
    stream.close()
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('only readers of the thread report; nobody reports an own or a deleted reply', async () => {
    const author = await newcomer(server, 'Writer')
    await castVote(server, author)
    const below = await write(author, noteThread, 'For callers only')
    const outsider = await newcomer(server, 'Outsider')
    expect(await refusal(outsider, below)).toBe('403 VOTE_REQUIRED')
    expect(await refusal(server, below)).toBe('401 NOT_SIGNED_IN')
    expect(await refusal(author, below)).toBe('403 OWN_POST')
    expect(await refusal(outsider, 4_000_000_000)).toBe('404 NOT_FOUND')
    const gone = await write(author, postThread, 'Taken back')
    await author.api.call(Done, 'DELETE', `/replies/${gone}`)
    expect(await refusal(outsider, gone)).toBe('404 NOT_FOUND')
    const ofPost = await write(author, postThread, 'Open to members')
    expect((await report(outsider, ofPost)).status).toBe(200)
    expect(await caseOf(ofPost)).toMatchObject({ boardType: 'frees', thread: { target: 'post' } })
  })

  test('replies of admins wait for a moderator; those below notices are hidden like others', async () => {
    const notice = `/posts/notices/${await post(admin, 'notices')}`
    const official = await write(admin, notice, 'Please read the rules')
    const member = await newcomer(server, 'Member')
    const answer = await write(member, notice, 'Join us')
    // The reports of those who reported what was restored no longer count.
    for (const person of otherTrusted) {
      await report(person, official)
      await report(person, answer)
    }
    expect((await readAs(host, notice, official))?.state).toBe('shown')
    expect((await readAs(host, notice, answer))?.state).toBe('hidden')
    await caseOf(official)
  })

  test('a reply that its author deletes closes by dismissal, and cannot be hidden', async () => {
    const author = await newcomer(server, 'Shy')
    const id = await write(author, postThread, 'Said too much')
    await report(host, id)
    const { id: caseId } = await caseOf(id)
    await author.api.call(Done, 'DELETE', `/replies/${id}`)
    const about = { target: 'reply', targetId: id, reason: 'other', caseId } as const
    const hide = { ...about, act: 'hide' }
    expect(await admin.api.refusal('POST', '/moderation/acts', hide)).toBe('404 NOT_FOUND')
    await act(admin, { ...about, act: 'dismiss' })
    const closed = await admin.api.get(CaseDetail, `/moderation/cases/${caseId}`)
    expect(closed).toMatchObject({ decision: 'dismiss', content: '', excerpt: '' })
  })

  test('the author reads the reason and appeals; another moderator grants it; the log says what and why', async () => {
    const author = await newcomer(server, 'Joker')
    const id = await write(author, postThread, 'An odd joke')
    const about = { target: 'reply', targetId: id } as const
    await act(admin, { ...about, act: 'hide', reason: 'chatroom', message: 'No signals.' })
    expect((await readAs(host, postThread, id))?.state).toBe('hidden')
    const [ownAct] = await author.api.get(OwnActs, '/profile/moderation')
    expect(ownAct).toMatchObject({
      ...about,
      act: 'hide',
      reason: 'chatroom',
      message: 'No signals.',
      boardType: 'frees',
      excerpt: 'An odd joke',
      thread: { target: 'post' },
    })
    const body = { text: 'It was a joke.' }
    await author.api.call(Done, 'POST', `/profile/moderation/${ownAct?.id}/appeal`, body)
    expect(await admin.api.get(OpenAppeals, '/moderation/appeals')).toEqual([])
    const [appeal] = await admin2.api.get(OpenAppeals, '/moderation/appeals')
    expect(appeal).toMatchObject({ ...about, excerpt: 'An odd joke', thread: { target: 'post' } })
    const path = `/moderation/appeals/${appeal?.actId}`
    await admin2.api.call(Done, 'POST', path, { granted: true, answer: 'Fair.' })
    expect((await readAs(host, postThread, id))?.state).toBe('shown')

    const { acts } = await server.api.get(Modlog, '/modlog')
    const [granted, hidden] = acts.filter((one) => one.target === 'reply')
    expect([granted?.act, hidden?.act]).toEqual(['restore', 'hide'])
    expect(hidden).toMatchObject({ reason: 'chatroom', boardType: 'frees', byReports: false })
    expect(hidden?.uniqueCode).toMatch(/^[0-9A-Z]{6}$/)
    expect(JSON.stringify(acts)).not.toContain('odd joke')
  })

  test('nobody decides a case about an own reply', async () => {
    const id = await write(admin, postThread, 'By a moderator')
    await report(host, id)
    const { cases } = await admin2.api.get(CaseList, '/moderation/cases')
    const caseId = cases.find((one) => one.target === 'reply' && one.targetId === id)?.id ?? 0
    const body = { act: 'dismiss', target: 'reply', targetId: id, reason: 'other', caseId } as const
    expect(await admin.api.refusal('POST', '/moderation/acts', body)).toBe('403 OWN_CASE')
    expect(await admin.api.refusal('GET', `/moderation/cases/${caseId}`)).toBe('403 OWN_CASE')
    await act(admin2, body)
  })

  test('a ban hides all replies, and its end shows those that it hid', async () => {
    const spammer = await newcomer(server, 'Spammer')
    const before = await write(spammer, postThread, 'Hidden before')
    const id = await write(spammer, postThread, 'Spam')
    const worse = await write(spammer, postThread, 'Worse')
    const gone = await write(spammer, postThread, 'Gone')
    await spammer.api.call(Done, 'DELETE', `/replies/${gone}`)
    await act(admin, { act: 'hide', target: 'reply', targetId: before, reason: 'spam' })
    server.clock.advance(1000)
    const about = { target: 'reply', targetId: id, reason: 'spam' } as const
    await act(admin, { ...about, act: 'ban', hideContent: true })
    server.clock.advance(1000)
    await act(admin2, { act: 'hide', target: 'reply', targetId: worse, reason: 'hate' })
    const states = () =>
      Promise.all(
        [before, id, worse, gone].map(async (one) => (await readAs(host, postThread, one))?.state),
      )
    expect(await states()).toEqual(['hidden', 'hidden', 'hidden', 'deleted'])
    await act(admin, { act: 'unban', target: 'nickname', targetId: spammer.id, reason: 'other' })
    expect(await states()).toEqual(['hidden', 'shown', 'hidden', 'deleted'])
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })
})
