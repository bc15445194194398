import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { type ActBody, CaseDetail, CaseList, OwnActs } from '#shared/contract/moderation.ts'
import { CreatePostReply, PostDetail } from '#shared/contract/posts.ts'
import { NicknameReply, Profile } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import { newAdmin, newcomer, renewed } from '#tests/support/crowd.ts'
import { establishedMember, establishedMembers } from '#tests/support/established-member.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

type Target = ActBody['target']

describe('hiding by reports', () => {
  let server: TestServer
  let admin: Person
  let author: Person

  let posts = 0
  const post = async ({ api }: Person, board = 'suggestions') => {
    posts += 1
    const body = { content: `<p>Text ${posts}</p>` }
    return (await api.call(CreatePostReply, 'POST', `/posts/${board}`, body)).id
  }
  const report = async (reporters: readonly Person[], target: Target, targetId: number) => {
    for (const { api } of reporters) {
      const body = { target, targetId, reason: 'spam' }
      await api.call(Done, 'POST', '/reports', body)
    }
  }
  const isHidden = async (id: number, board = 'suggestions') =>
    (await admin.api.get(PostDetail, `/posts/${board}/${id}`)).hidden
  const nameOf = async (person: Person) => (await person.api.get(Profile, '/profile')).nickname
  const trio = () => establishedMembers(server, ['A', 'B', 'C'])
  const caseOf = async (target: Target, targetId: number) => {
    const { cases } = await admin.api.get(CaseList, '/moderation/cases')
    const found = cases.find((one) => one.target === target && one.targetId === targetId)
    if (!found) throw new Error(`no open case of ${target} ${targetId}`)
    return found.id
  }
  /** Decides the open case of a post. */
  const decide = async (act: 'hide' | 'restore' | 'dismiss', targetId: number) => {
    const body = { act, target: 'post', targetId, reason: 'spam' }
    const caseId = await caseOf('post', targetId)
    await admin.api.call(Done, 'POST', '/moderation/acts', { ...body, caseId })
  }

  beforeAll(async () => {
    server = await startTestServer()
    admin = await newAdmin(server, 'Chief')
    author = await newcomer(server, 'Author')
  })
  afterAll(() => server.stop())

  test('never hides notices and texts of admins, and never renames admins', async () => {
    const reporters = await trio()
    const notice = await post(admin, 'notices')
    const suggestion = await post(admin)
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const body = { targetDate: target2.targetDate, vote: 'up', content: '<p>Note</p>' }
    const note = await admin.api.call(CreateVoteReply, 'POST', '/votes', body)
    await report(reporters, 'post', notice)
    await report(reporters, 'post', suggestion)
    await report(reporters, 'vote', note.id)
    await report(reporters, 'nickname', admin.id)
    expect(await isHidden(notice, 'notices')).toBeFalsy()
    expect(await isHidden(suggestion)).toBeFalsy()
    expect((await admin.api.get(VoteDetail, `/votes/${note.id}`)).hidden).toBeFalsy()
    expect(await nameOf(admin)).toBe('Chief')
    // They are in the queue of the moderators.
    await caseOf('post', notice)
    await caseOf('nickname', admin.id)
  })

  test.each([
    ['four settled calls', { calls: 4 }],
    ['an account of 29 days', { days: 29 }],
    ['an account of 30 days and no calls', { calls: 0 }],
  ])('does not count a reporter with %s', async (_, membership) => {
    const [first, second] = await trio()
    if (!first || !second) throw new Error('nobody reports')
    const young = await establishedMember(server, 'Young', membership)
    const id = await post(author)
    await report([first, second, young], 'post', id)
    expect(await isHidden(id)).toBeFalsy()
    await report([await establishedMember(server, 'Old')], 'post', id)
    expect(await isHidden(id)).toBe(true)
    const detail = await admin.api.get(CaseDetail, `/moderation/cases/${await caseOf('post', id)}`)
    expect(detail.reportList.map(({ trusted }) => trusted)).toEqual([true, true, false, true])
  })

  test('does not count a reporter whose report was dismissed, until three later ones were not', async () => {
    const [first, second, third] = await trio()
    if (!first || !second || !third) throw new Error('nobody reports')
    const rejected = await post(author)
    await report([third], 'post', rejected)
    await decide('dismiss', rejected)
    const id = await post(author)
    await report([first, second, third], 'post', id)
    expect(await isHidden(id)).toBeFalsy()
    // Reports that nobody has decided yet do not push the dismissed one out.
    const others = [id, await post(author), await post(author), await post(author)]
    for (const other of others.slice(1)) await report([third], 'post', other)
    const next = await post(author)
    await report([first, second, third], 'post', next)
    expect(await isHidden(next)).toBeFalsy()
    for (const other of others.slice(0, 3)) await decide('hide', other)
    const last = await post(author)
    await report([first, second, third], 'post', last)
    expect(await isHidden(last)).toBe(true)
  })

  test('records the reason of a moderator who leaves a text hidden without naming its case', async () => {
    const id = await post(author)
    await report(await trio(), 'post', id)
    const hide = {
      act: 'hide',
      target: 'post',
      targetId: id,
      reason: 'scam',
      message: 'No signals',
    }
    await admin.api.call(Done, 'POST', '/moderation/acts', hide)
    const [act] = await author.api.get(OwnActs, '/profile/moderation')
    expect(act).toMatchObject({ reason: 'scam', message: 'No signals', byReports: false })
  })

  test('records the removed nickname that a moderator confirms, which can still be given back', async () => {
    const rude = await newcomer(server, 'Rude words')
    await report(await trio(), 'nickname', rude.id)
    const about = { target: 'nickname', targetId: rude.id, reason: 'hate' } as const
    const caseId = await caseOf('nickname', rude.id)
    const rename = { ...about, act: 'rename', message: 'Not here.', caseId }
    await admin.api.call(Done, 'POST', '/moderation/acts', rename)
    const [act] = await rude.api.get(OwnActs, '/profile/moderation')
    expect(act).toMatchObject({ act: 'rename', message: 'Not here.', excerpt: 'Rude words' })
    await admin.api.call(Done, 'POST', '/moderation/acts', { ...about, act: 'restore' })
    expect(await nameOf(rude)).toBe('Rude words')
    const variation = { nickname: 'Rude word' }
    await rude.api.call(NicknameReply, 'POST', '/profile/update-nickname', variation)
  })

  test('waits for another decision than a dismissal, by the case or by the text', async () => {
    const id = await post(author)
    await report(await trio(), 'post', id)
    const caseId = await caseOf('post', id)
    const dismiss = { act: 'dismiss', target: 'post', targetId: id, reason: 'other' }
    for (const body of [{ ...dismiss, caseId }, dismiss]) {
      expect(await admin.api.refusal('POST', '/moderation/acts', body)).toBe('409 STILL_HIDDEN')
    }
    expect(await caseOf('post', id)).toBe(caseId)
  })

  test('counts a restored text as a dismissed report', async () => {
    const reporters = await trio()
    const id = await post(author)
    await report(reporters, 'post', id)
    expect(await isHidden(id)).toBe(true)
    await decide('restore', id)
    const next = await post(author)
    await report(reporters, 'post', next)
    expect(await isHidden(next)).toBeFalsy()
  })

  test('lets the same people report the next name of a user, and counts reports of that name only', async () => {
    const reporters = await trio()
    const [first, second, third] = reporters
    if (!first || !second || !third) throw new Error('nobody reports')
    const rude = await newcomer(server, 'Rude')
    const rename = async (nickname: string) =>
      expect(
        (await rude.api.raw('POST', '/profile/update-nickname', { body: { nickname } })).status,
      ).toBe(200)
    await report([first, second], 'nickname', rude.id)
    const again = { target: 'nickname', targetId: rude.id, reason: 'spam' }
    expect(await first.api.refusal('POST', '/reports', again)).toBe('409 ALREADY_REPORTED')
    await rename('Polite')
    await report([third], 'nickname', rude.id)
    expect(await nameOf(rude)).toBe('Polite')
    await report([first, second], 'nickname', rude.id)
    expect(await nameOf(rude)).toMatch(/^trader-/)
    await rename('Vulgar person')
    await report(reporters, 'nickname', rude.id)
    expect(await nameOf(rude)).toMatch(/^trader-/)
  })

  test('puts the fourth thing of the same two reporters in a day into the queue', async () => {
    const [first, second, third] = await trio()
    const fourth = await establishedMember(server, 'D')
    if (!first || !second || !third) throw new Error('nobody reports')
    const ids = await Promise.all(Array.from({ length: 6 }, () => post(author)))
    const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = ids
    await report([first, second, third], 'post', one)
    await report([first, second, fourth], 'post', two)
    await report([first, second, third], 'post', three)
    expect(await Promise.all([one, two, three].map((id) => isHidden(id)))).toEqual([
      true,
      true,
      true,
    ])
    await report([first, second, third], 'post', four)
    expect(await isHidden(four)).toBeFalsy()
    // The other pairs of the four have hidden two things at most.
    await report([fourth], 'post', four)
    expect(await isHidden(four)).toBe(true)
    await report([first, second, fourth], 'post', five)
    expect(await isHidden(five)).toBeFalsy()
    // The access tokens of the day before have expired.
    server.clock.jump('2026-11-22T00:00:00.000Z')
    const people = [first, second, third, admin]
    const [a, b, c, chief] = await Promise.all(people.map((person) => renewed(server, person)))
    if (!a || !b || !c || !chief) throw new Error('nobody is signed in')
    admin = chief
    await report([a, b, c], 'post', six)
    expect(await isHidden(six)).toBe(true)
  })
})
