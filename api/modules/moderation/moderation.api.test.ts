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
import {
  BestVotes,
  CreatePostReply,
  PostDetail,
  PostList,
  RecentPosts,
} from '#shared/contract/posts.ts'
import { Profile } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { EditVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newAdmin, newcomer, setAdminLevel } from '#tests/support/crowd.ts'
import { establishedMembers } from '#tests/support/established-member.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('moderation', () => {
  let server: TestServer
  let author: Person
  let admin: Person
  let admin2: Person
  /** Three users whose reports count. */
  let trusted: Person[]

  const post = async (person: Person, content: string, board = 'frees') =>
    (await person.api.call(CreatePostReply, 'POST', `/posts/${board}`, { content })).id
  const report = (person: Person, target: string, targetId: number) =>
    person.api.raw('POST', '/reports', { body: { target, targetId, reason: 'spam', text: 'ads' } })
  /** Three other users whose reports count. */
  const reporters = () => establishedMembers(server, ['A', 'B', 'C'])
  const act = (person: Person, body: ActBody) =>
    person.api.call(Done, 'POST', '/moderation/acts', body)
  const openCases = async () => (await admin.api.get(CaseList, '/moderation/cases')).cases
  const caseOf = async (target: string, targetId: number) => {
    const found = (await openCases()).find(
      (one) => one.target === target && one.targetId === targetId,
    )
    if (!found) throw new Error(`no open case of ${target} ${targetId}`)
    return found
  }

  beforeAll(async () => {
    server = await startTestServer()
    author = await newcomer(server, 'Author')
    admin = await newAdmin(server, 'Admin', 2)
    admin2 = await newAdmin(server, 'Second admin', 2)
    trusted = await reporters()
  })
  afterAll(() => server.stop())

  test('three trusted reporters hide a post from lists, recent posts and readers', async () => {
    const id = await post(author, '<p>Buy my course</p>')
    const isListed = async () => {
      const { posts } = await server.api.get(PostList, '/posts/frees?page=1')
      const recent = await server.api.get(RecentPosts, '/posts/recent')
      return [posts.some((one) => one.id === id), recent.some((one) => one.id === id)]
    }
    const totalBefore = (await server.api.get(PostList, '/posts/frees?page=1')).pagination
      .totalPosts
    expect(await isListed()).toEqual([true, true])
    for (const [index, person] of trusted.entries()) {
      expect(await isListed()).toEqual([true, true])
      expect((await report(person, 'post', id)).status).toBe(200)
      if (index === 0) expect((await report(person, 'post', id)).status).toBe(409)
    }
    expect(await isListed()).toEqual([false, false])
    const list = await server.api.get(PostList, '/posts/frees?page=1')
    expect(list.pagination.totalPosts).toBe(totalBefore - 1)
    expect(await trusted[0]?.api.refusal('GET', `/posts/frees/${id}`)).toBe('404 HIDDEN')
    expect(
      await trusted[0]?.api.refusal('POST', `/posts/frees/${id}/reaction`, { reaction: 'like' }),
    ).toBe('404 HIDDEN')
    expect((await author.api.get(PostDetail, `/posts/frees/${id}`)).hidden).toBe(true)
    expect((await admin.api.get(PostDetail, `/posts/frees/${id}`)).content).toContain('course')
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])

    const opened = await caseOf('post', id)
    expect(opened).toMatchObject({
      reports: 3,
      reasons: ['spam'],
      hidden: true,
      boardType: 'frees',
    })
    const detail = await admin.api.get(CaseDetail, `/moderation/cases/${opened.id}`)
    expect(detail.reportList.map((one) => one.trusted)).toEqual([true, true, true])
    await act(admin, {
      act: 'restore',
      target: 'post',
      targetId: id,
      reason: 'other',
      caseId: opened.id,
    })
    expect(await isListed()).toEqual([true, true])
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('a brigade of new accounts hides nothing', async () => {
    const id = await post(author, '<p>Unpopular</p>')
    for (const name of ['x', 'y', 'z', 'w']) await report(await newcomer(server, name), 'post', id)
    const { posts } = await server.api.get(PostList, '/posts/frees?page=1')
    expect(posts.some((one) => one.id === id)).toBe(true)
    const opened = await caseOf('post', id)
    expect(opened).toMatchObject({ reports: 4, hidden: false })
    await act(admin, {
      act: 'dismiss',
      target: 'post',
      targetId: id,
      reason: 'other',
      caseId: opened.id,
    })
    expect((await openCases()).some((one) => one.id === opened.id)).toBe(false)
  })

  test('a sanction leaves the case open; a decision tells the author why reports hid the text', async () => {
    const id = await post(author, '<p>Hidden by reports</p>')
    for (const person of await reporters()) await report(person, 'post', id)
    const about = { target: 'post', targetId: id, reason: 'scam' } as const
    await act(admin, { ...about, act: 'mute', days: 1 })
    const { id: caseId } = await caseOf('post', id)
    const published: unknown[] = []
    const stop = server.infrastructure.bus.on('moderation', (event) => published.push(event))
    await act(admin, { ...about, act: 'hide', message: 'No signals for sale.', caseId })
    stop()
    // The public log, which pages cache, has one act more.
    expect(published).toEqual([{ target: 'post', id }])
    const acts = await author.api.get(OwnActs, '/profile/moderation')
    expect(acts.slice(0, 3).map(({ act, message }) => [act, message])).toEqual([
      ['hide', 'No signals for sale.'],
      ['mute', ''],
      ['hide', ''],
    ])
    expect((await openCases()).some((one) => one.id === caseId)).toBe(false)
    await act(admin, { ...about, act: 'unmute' })
  })

  test('a case is dismissed although the author has removed the note', async () => {
    const shy = await newcomer(server, 'Shy')
    const id = await castVote(server, shy, '<p>Said too much</p>')
    await report(author, 'vote', id)
    const { id: caseId } = await caseOf('vote', id)
    await shy.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote: 'up', content: '' })
    const about = { target: 'vote', targetId: id, reason: 'other', caseId } as const
    const hide = { ...about, act: 'hide' }
    expect(await admin.api.refusal('POST', '/moderation/acts', hide)).toBe('404 NOT_FOUND')
    await act(admin, { ...about, act: 'dismiss' })
    const closed = await admin.api.get(CaseDetail, `/moderation/cases/${caseId}`)
    expect(closed).toMatchObject({ decision: 'dismiss', content: '' })
  })

  test('a case of a removed note is dismissed by its target too, once, and recorded', async () => {
    const shy = await newcomer(server, 'Bashful')
    const id = await castVote(server, shy, '<p>Said too much again</p>')
    await report(author, 'vote', id)
    const { id: caseId } = await caseOf('vote', id)
    await shy.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote: 'up', content: '' })
    const dismiss = { act: 'dismiss', target: 'vote', targetId: id, reason: 'other' } as const
    await act(admin, dismiss)
    const closed = await admin.api.get(CaseDetail, `/moderation/cases/${caseId}`)
    expect(closed).toMatchObject({ decision: 'dismiss' })
    expect(await admin.api.refusal('POST', '/moderation/acts', dismiss)).toBe('404 NOT_FOUND')
    const recorded = await server.infrastructure.database.prisma.moderationAct.findMany({
      where: { target: 'vote', targetId: id },
    })
    expect(recorded).toMatchObject([{ act: 'dismiss', actorId: admin.id, subjectId: shy.id }])
  })

  test.each([
    ['days', { act: 'mute' }],
    ['days', { act: 'ban', days: 7 }],
    ['undo', { act: 'hide', undo: true }],
    ['hideContent', { act: 'mute', days: 1, hideContent: true }],
  ])('refuses %s of an act without that option: %p', async (field, act) => {
    const body = { target: 'nickname', targetId: author.id, reason: 'spam', ...act }
    const reply = await admin.api.raw('POST', '/moderation/acts', { body })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ code: 'INVALID', field })
  })

  test('nobody reports their own text, guests cannot report', async () => {
    const id = await post(author, '<p>Mine</p>')
    expect((await report(author, 'post', id)).body).toMatchObject({ code: 'OWN_POST' })
    expect((await report({ ...author, api: server.api }, 'post', id)).status).toBe(401)
    // Ids of votes go beyond 32 bits, those of posts and people do not.
    for (const target of ['post', 'nickname'] as const) {
      for (const unknown of [999_999, 4_000_000_000]) {
        const { body } = await report(author, target, unknown)
        expect(body).toMatchObject({ code: 'NOT_FOUND' })
      }
    }
  })

  test('a hidden note disappears while its vote, points and tally remain', async () => {
    const id = await castVote(server, author, '<p>Secret insult</p>')
    const reader = await newcomer(server, 'Reader')
    await castVote(server, reader, '')
    const tally = async () => (await server.api.get(VoteSummary, '/vote/summary')).target2.votes
    const before = await tally()
    await act(admin, {
      act: 'hide',
      target: 'vote',
      targetId: id,
      reason: 'harassment',
      message: 'Be kind.',
    })
    expect(await tally()).toEqual(before)
    const { posts } = await server.api.get(VoteList, '/votes?page=1')
    expect(posts.find((one) => one.id === id)).toMatchObject({
      title: '',
      contentExist: 0,
      voteChoice: 'up',
    })
    const best = await server.api.get(BestVotes, '/posts/votesUpcomingNextBests')
    expect(best.some((one) => one.id === id)).toBe(false)
    const read = await reader.api.get(VoteDetail, `/votes/${id}`)
    expect(read).toMatchObject({ title: '', content: '', hidden: true })
    const own = await author.api.get(VoteDetail, `/votes/${id}`)
    expect(own).toMatchObject({ content: '<p>Secret insult</p>', hidden: true })

    const [told] = await author.api.get(OwnActs, '/profile/moderation')
    expect(told).toMatchObject({
      act: 'hide',
      reason: 'harassment',
      message: 'Be kind.',
      appeal: null,
    })
    const path = `/profile/moderation/${told?.id}/appeal`
    await author.api.call(Done, 'POST', path, { text: 'It was a joke.' })
    expect(await author.api.refusal('POST', path, { text: 'Again' })).toBe('409 APPEAL_CLOSED')
    expect(await reader.api.refusal('POST', path, { text: 'Mine?' })).toBe('409 APPEAL_CLOSED')
    const [appeal] = await admin2.api.get(OpenAppeals, '/moderation/appeals')
    expect(appeal).toMatchObject({ text: 'It was a joke.', excerpt: 'Secret insult' })
    await admin2.api.call(Done, 'POST', `/moderation/appeals/${appeal?.actId}`, {
      granted: true,
      answer: 'Fair.',
    })
    expect(
      await admin2.api.refusal('POST', `/moderation/appeals/${appeal?.actId}`, { granted: false }),
    ).toBe('409 APPEAL_CLOSED')
    expect((await reader.api.get(VoteDetail, `/votes/${id}`)).content).toContain('insult')
    const all = await author.api.get(OwnActs, '/profile/moderation')
    const acts = all.filter((one) => one.target === 'vote')
    expect(acts.map((one) => one.act)).toEqual(['restore', 'hide'])
    expect(acts[1]?.appeal).toMatchObject({ granted: true, answer: 'Fair.' })
  })

  test('two moderators decide one case once', async () => {
    const id = await post(author, '<p>Contested</p>')
    const [first] = trusted
    if (!first) throw new Error('nobody reports')
    await report(first, 'post', id)
    const { id: caseId } = await caseOf('post', id)
    const decision = { target: 'post', targetId: id, reason: 'spam', caseId } as const
    const replies = await Promise.all([
      admin.api.raw('POST', '/moderation/acts', { body: { ...decision, act: 'hide' } }),
      admin2.api.raw('POST', '/moderation/acts', { body: { ...decision, act: 'dismiss' } }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const { cases } = await admin.api.get(CaseList, '/moderation/cases?state=closed')
    expect(cases.filter((one) => one.id === caseId)).toHaveLength(1)
  })

  test('an admin who was demoted cannot act or read reports any more', async () => {
    const former = await newAdmin(server, 'Former', 1)
    await former.api.get(CaseList, '/moderation/cases')
    await setAdminLevel(server, former, 0)
    const id = await post(author, '<p>Still here</p>')
    const body = { act: 'hide', target: 'post', targetId: id, reason: 'spam' }
    expect(await former.api.refusal('POST', '/moderation/acts', body)).toBe('403 FORBIDDEN')
    expect(await former.api.refusal('GET', '/moderation/cases')).toBe('403 FORBIDDEN')
  })

  test('admins cannot sanction themselves or their equals', async () => {
    const mute = { act: 'mute', target: 'nickname', reason: 'other', days: 1 }
    for (const [targetId, refusal] of [
      [admin.id, '403 OWN_CASE'],
      [admin2.id, '403 FORBIDDEN'],
    ] as const) {
      const body = { ...mute, targetId }
      expect(await admin.api.refusal('POST', '/moderation/acts', body)).toBe(refusal)
    }
  })

  test('a muted user votes but writes nothing until the mute ends', async () => {
    const loud = await newcomer(server, 'Loud')
    await act(admin, {
      act: 'mute',
      target: 'nickname',
      targetId: loud.id,
      reason: 'spam',
      days: 7,
    })
    const body = { content: '<p>words</p>' }
    expect(await loud.api.refusal('POST', '/posts/frees', body)).toBe('403 MUTED')
    expect(await loud.api.refusal('POST', '/profile/update-nickname', { nickname: 'New' })).toBe(
      '403 MUTED',
    )
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const noted = { targetDate: target2.targetDate, vote: 'up', ...body }
    expect(await loud.api.refusal('POST', '/votes', noted)).toBe('403 MUTED')
    await castVote(server, loud, '')
    expect((await loud.api.get(Profile, '/profile')).mutedUntil).not.toBeNull()
    await act(admin, { act: 'unmute', target: 'nickname', targetId: loud.id, reason: 'other' })
    await post(loud, '<p>words</p>')
  })

  test('a removed nickname is gone and cannot be taken again by its user', async () => {
    const rude = await newcomer(server, 'Rude Name')
    const id = await post(rude, '<p>Hello</p>')
    for (const person of await reporters()) await report(person, 'nickname', rude.id)
    const { posts } = await server.api.get(PostList, '/posts/frees?page=1')
    expect(posts.find((one) => one.id === id)?.nickname).toMatch(/^trader-/)
    for (const nickname of ['Rude Name', 'Rude Nane', 'RUDE NAM3']) {
      const path = '/profile/update-nickname'
      expect(await rude.api.refusal('POST', path, { nickname })).toBe('422 NICKNAME_REFUSED')
    }
    await act(admin, { act: 'restore', target: 'nickname', targetId: rude.id, reason: 'other' })
    const list = await server.api.get(PostList, '/posts/frees?page=1')
    expect(list.posts.find((one) => one.id === id)?.nickname).toBe('Rude Name')
    // The name is given back, so variations of it are allowed again.
    const body = { nickname: 'Rude Nam' }
    expect((await rude.api.raw('POST', '/profile/update-nickname', { body })).status).toBe(200)
  })

  test('the public log shows acts without moderators, reporters or texts', async () => {
    const { acts, pagination } = await server.api.get(Modlog, '/modlog')
    expect(pagination.totalPosts).toBeGreaterThan(5)
    const text = JSON.stringify(acts)
    expect(text).not.toContain('Admin')
    expect(text).not.toContain('Secret insult')
    expect(acts.some((one) => one.byReports)).toBe(true)
    expect(acts.every((one) => one.uniqueCode !== '')).toBe(true)
  })
})
