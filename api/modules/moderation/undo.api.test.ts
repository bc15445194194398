import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { type ActBody, CaseDetail, CaseList, Modlog, OwnActs } from '#shared/contract/moderation.ts'
import { CreatePostReply, PostDetail } from '#shared/contract/posts.ts'
import { Profile } from '#shared/contract/profile.ts'
import { newAdmin, newcomer } from '#tests/support/crowd.ts'
import { establishedMembers } from '#tests/support/established-member.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('undoing an act', () => {
  let server: TestServer
  let admin: Person
  let other: Person
  let author: Person
  let reporter: Person

  let posts = 0
  const post = async (by = author) => {
    posts += 1
    const body = { content: `<p>Buy now ${posts}</p>` }
    return (await by.api.call(CreatePostReply, 'POST', '/posts/suggestions', body)).id
  }
  /** @returns the id of the case */
  const report = async (by: readonly Person[], target: ActBody['target'], targetId: number) => {
    for (const { api } of by) {
      await api.call(Done, 'POST', '/reports', { target, targetId, reason: 'spam' })
    }
    const { cases } = await admin.api.get(CaseList, '/moderation/cases')
    return cases.find((one) => one.target === target && one.targetId === targetId)?.id ?? 0
  }
  const act = (body: Omit<ActBody, 'reason'>, by = admin) =>
    by.api.call(Done, 'POST', '/moderation/acts', { ...body, reason: 'spam' })
  const refusedUndo = (body: Pick<ActBody, 'target' | 'targetId'>, by = admin) =>
    by.api.refusal('POST', '/moderation/acts', {
      ...body,
      act: 'restore',
      reason: 'spam',
      undo: true,
    })
  const isHidden = async (id: number) =>
    (await admin.api.get(PostDetail, `/posts/suggestions/${id}`)).hidden === true
  const readCase = (id: number) => admin.api.get(CaseDetail, `/moderation/cases/${id}`)

  beforeAll(async () => {
    server = await startTestServer()
    admin = await newAdmin(server, 'Admin', 2)
    other = await newAdmin(server, 'Other', 2)
    author = await newcomer(server, 'Author')
    reporter = await newcomer(server, 'Reporter')
  })
  afterAll(() => server.stop())

  test('shows the text again and opens the case that the act closed, both in the log', async () => {
    const about = { target: 'post', targetId: await post() } as const
    const caseId = await report([reporter], 'post', about.targetId)
    await act({ ...about, act: 'hide', caseId })
    await act({ ...about, act: 'restore', undo: true })
    expect(await isHidden(about.targetId)).toBe(false)
    expect(await readCase(caseId)).toMatchObject({ closed: null, decision: null, hidden: false })
    const { acts } = await server.api.get(Modlog, '/modlog')
    expect(acts.slice(0, 2).map((one) => one.act)).toEqual(['restore', 'hide'])
    // The case is decided like any other.
    await act({ ...about, act: 'dismiss', caseId })
  })

  test('gives a nickname back and opens its case', async () => {
    const person = await newcomer(server, 'Marigold')
    const about = { target: 'nickname', targetId: person.id } as const
    const caseId = await report([reporter], 'nickname', person.id)
    await act({ ...about, act: 'rename', caseId })
    await act({ ...about, act: 'restore', undo: true })
    expect((await person.api.get(Profile, '/profile')).nickname).toBe('Marigold')
    expect(await readCase(caseId)).toMatchObject({ closed: null, excerpt: 'Marigold' })
    await act({ ...about, act: 'dismiss', caseId })
  })

  test('is refused for a text or nickname that reports had hidden before', async () => {
    const id = await post()
    const person = await newcomer(server, 'Tulip')
    const texts = { target: 'post', targetId: id } as const
    const names = { target: 'nickname', targetId: person.id } as const
    const reporters = await establishedMembers(server, ['A', 'B', 'C'])
    for (const about of [texts, names]) {
      const caseId = await report(reporters, about.target, about.targetId)
      await act({ ...about, act: about.target === 'post' ? 'hide' : 'rename', caseId })
      expect(await refusedUndo(about)).toBe('409 CASE_CLOSED')
      expect(await readCase(caseId)).toMatchObject({ hidden: true, decision: expect.any(String) })
    }
    expect((await person.api.get(Profile, '/profile')).nickname).toMatch(/^trader-/)
  })

  test('is refused to another moderator, after another act, and of a banned author', async () => {
    const id = await post(await newcomer(server, 'Peddler'))
    const about = { target: 'post', targetId: id } as const
    expect(await refusedUndo(about)).toBe('409 CASE_CLOSED')
    await act({ ...about, act: 'hide' })
    expect(await refusedUndo(about, other)).toBe('409 CASE_CLOSED')
    // No row names the texts that a ban has hidden.
    await act({ ...about, act: 'ban' }, other)
    expect(await refusedUndo(about)).toBe('409 CASE_CLOSED')
    await act({ ...about, act: 'unban' }, other)
    await act({ ...about, act: 'restore' }, other)
    expect(await refusedUndo(about)).toBe('409 CASE_CLOSED')
  })

  test('is refused five minutes after the act', async () => {
    const about = { target: 'post', targetId: await post() } as const
    await act({ ...about, act: 'hide' })
    server.clock.advance(5 * 60_000 + 1)
    expect(await refusedUndo(about)).toBe('409 CASE_CLOSED')
    expect(await isHidden(about.targetId)).toBe(true)
    expect((await author.api.get(OwnActs, '/profile/moderation'))[0]?.act).toBe('hide')
  })
})
