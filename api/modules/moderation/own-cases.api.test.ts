import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { CaseDetail, CaseList, OpenAppeals, OwnActs } from '#shared/contract/moderation.ts'
import { CreatePostReply, PostDetail } from '#shared/contract/posts.ts'
import { EditVoteReply } from '#shared/contract/votes.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newAdmin, newcomer, setAdminLevel } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('moderators and what concerns themselves', () => {
  let server: TestServer
  let admin: Person
  let other: Person
  let member: Person

  const post = async (person: Person) =>
    (await person.api.call(CreatePostReply, 'POST', '/posts/frees', { content: '<p>Text</p>' })).id
  const report = (target: string, targetId: number) =>
    member.api.call(Done, 'POST', '/reports', { target, targetId, reason: 'spam', text: 'why' })
  const caseOf = async (targetId: number) => {
    const { cases } = await other.api.get(CaseList, '/moderation/cases')
    return cases.find((one) => one.targetId === targetId)?.id ?? 0
  }
  const hide = (actor: Person, targetId: number) =>
    actor.api.call(Done, 'POST', '/moderation/acts', {
      act: 'hide',
      target: 'post',
      targetId,
      reason: 'spam',
    })
  /** Appeals against the latest act as its subject. @returns the act's id */
  const appeal = async (subject: Person) => {
    const [act] = await subject.api.get(OwnActs, '/profile/moderation')
    const id = act?.id ?? 0
    await subject.api.call(Done, 'POST', `/profile/moderation/${id}/appeal`, { text: 'Why?' })
    return id
  }
  const listed = async (actor: Person) =>
    (await actor.api.get(OpenAppeals, '/moderation/appeals')).map(({ actId }) => actId)
  const decide = (actId: number) =>
    ['POST', `/moderation/appeals/${actId}`, { granted: true }] as const

  beforeAll(async () => {
    server = await startTestServer()
    admin = await newcomer(server, 'One')
    other = await newcomer(server, 'Two')
    member = await newcomer(server, 'Member')
    await setAdminLevel(server, admin, 2)
    await setAdminLevel(server, other, 2)
  })
  afterAll(() => server.stop())

  test('do not read who reported them and do not decide the case', async () => {
    const id = await post(admin)
    await report('post', id)
    await report('nickname', admin.id)
    const caseId = await caseOf(id)
    const read = ['GET', `/moderation/cases/${caseId}`] as const
    expect(await admin.api.refusal(...read)).toBe('403 OWN_CASE')
    expect(await admin.api.refusal('GET', `/moderation/cases/${await caseOf(admin.id)}`)).toBe(
      '403 OWN_CASE',
    )
    for (const act of ['hide', 'restore', 'dismiss', 'ban'] as const) {
      const body = { act, target: 'post', targetId: id, reason: 'other', caseId }
      expect(await admin.api.refusal('POST', '/moderation/acts', body)).toBe('403 OWN_CASE')
    }
    const rename = { act: 'dismiss', target: 'nickname', targetId: admin.id, reason: 'other' }
    expect(await admin.api.refusal('POST', '/moderation/acts', rename)).toBe('403 OWN_CASE')
    const detail = await other.api.get(CaseDetail, `/moderation/cases/${caseId}`)
    expect(detail.reportList).toHaveLength(1)
  })

  test('do not dismiss the case of an own note that they removed', async () => {
    const id = await castVote(server, admin, '<p>Said too much</p>')
    await report('vote', id)
    await admin.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote: 'up', content: '' })
    const dismiss = { act: 'dismiss', target: 'vote', targetId: id, reason: 'other' }
    expect(await admin.api.refusal('POST', '/moderation/acts', dismiss)).toBe('403 OWN_CASE')
    expect(await caseOf(id)).toBeGreaterThan(0)
  })

  test('do not restore an own text, nor decide the own appeal', async () => {
    const id = await post(admin)
    await hide(other, id)
    const restore = { act: 'restore', target: 'post', targetId: id, reason: 'other' }
    expect(await admin.api.refusal('POST', '/moderation/acts', restore)).toBe('403 OWN_CASE')
    const actId = await appeal(admin)
    expect(await listed(admin)).not.toContain(actId)
    expect(await admin.api.refusal(...decide(actId))).toBe('403 OWN_CASE')
  })

  test('leave an appeal against their act to another moderator where there is one', async () => {
    const id = await post(member)
    await hide(admin, id)
    const actId = await appeal(member)
    expect(await listed(admin)).not.toContain(actId)
    expect(await listed(other)).toContain(actId)
    expect(await admin.api.refusal(...decide(actId))).toBe('403 OWN_ACT')
    await setAdminLevel(server, other, 0)
    expect(await listed(admin)).toContain(actId)
    await admin.api.call(Done, ...decide(actId))
    await setAdminLevel(server, other, 2)
    expect((await member.api.get(PostDetail, `/posts/frees/${id}`)).hidden).toBeFalsy()
  })

  test('decide an appeal of the only other moderator', async () => {
    const id = await post(other)
    await hide(admin, id)
    const actId = await appeal(other)
    expect(await listed(admin)).toContain(actId)
    await admin.api.call(Done, ...decide(actId))
  })

  test('decide an appeal of a moderator whom no other one could reinstate', async () => {
    const equal = await newAdmin(server, 'Three', 1)
    await setAdminLevel(server, other, 1)
    const mute = { act: 'mute', target: 'nickname', targetId: other.id, reason: 'other', days: 7 }
    await admin.api.call(Done, 'POST', '/moderation/acts', mute)
    const actId = await appeal(other)
    expect(await equal.api.refusal(...decide(actId))).toBe('403 FORBIDDEN')
    expect(await listed(admin)).toContain(actId)
    await admin.api.call(Done, ...decide(actId))
    expect((await other.api.get(OwnActs, '/profile/moderation'))[0]?.act).toBe('unmute')
  })
})
