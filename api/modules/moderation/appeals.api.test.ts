import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Done } from '#shared/contract/common.ts'
import { type ActBody, CaseList, Modlog, OwnActs } from '#shared/contract/moderation.ts'
import { CreatePostReply, PostDetail } from '#shared/contract/posts.ts'
import { Profile } from '#shared/contract/profile.ts'
import { SavedReply } from '#shared/contract/replies.ts'
import { EditVoteReply } from '#shared/contract/votes.ts'
import { castVote } from '#tests/support/account-world.ts'
import { newAdmin, newcomer } from '#tests/support/crowd.ts'
import { establishedMembers } from '#tests/support/established-member.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('a granted appeal', () => {
  let server: TestServer
  let admin: Person
  let other: Person
  let reporter: Person

  const act = (body: ActBody) => admin.api.call(Done, 'POST', '/moderation/acts', body)
  const removeName = ({ id }: Person) =>
    act({ act: 'rename', target: 'nickname', targetId: id, reason: 'other' })
  const rename = ({ api }: Person, nickname: string) =>
    api.raw('POST', '/profile/update-nickname', { body: { nickname } })
  const nicknameOf = async ({ api }: Person) => (await api.get(Profile, '/profile')).nickname
  const ownActs = ({ api }: Person) => api.get(OwnActs, '/profile/moderation')
  /** Appeals against the own act that is `index` from the latest. @returns its id */
  const appeal = async (person: Person, index = 0) => {
    const id = (await ownActs(person))[index]?.id ?? 0
    await person.api.call(Done, 'POST', `/profile/moderation/${id}/appeal`, { text: 'Why?' })
    return id
  }
  const grant = (actId: number) =>
    other.api.call(Done, 'POST', `/moderation/appeals/${actId}`, { granted: true })
  const report = ({ api }: Person, { id }: Person) =>
    api.call(Done, 'POST', '/reports', {
      target: 'nickname',
      targetId: id,
      reason: 'spam',
      text: 'why',
    })
  const openCasesOf = async (targetId: number) => {
    const { cases } = await other.api.get(CaseList, '/moderation/cases')
    return cases.filter((one) => one.target === 'nickname' && one.targetId === targetId)
  }
  const latestDecision = async (person: Person) =>
    (await ownActs(person)).find(({ appeal }) => appeal)?.appeal

  beforeAll(async () => {
    server = await startTestServer()
    admin = await newAdmin(server, 'Admin', 2)
    other = await newAdmin(server, 'Other', 2)
    reporter = await newcomer(server, 'Reporter')
  })
  afterAll(() => server.stop())

  test('gives a nickname back to a person without a new one', async () => {
    const person = await newcomer(server, 'Marigold')
    await removeName(person)
    await grant(await appeal(person))
    expect(await nicknameOf(person)).toBe('Marigold')
  })

  test('leaves a nickname that was chosen since, and allows the removed one again', async () => {
    const person = await newcomer(server, 'Petunia')
    await removeName(person)
    const actId = await appeal(person)
    await rename(person, 'Something else')
    await grant(actId)
    expect(await nicknameOf(person)).toBe('Something else')
    expect((await rename(person, 'Petunia')).status).toBe(200)
  })

  test('is in the public log although it changes no nickname', async () => {
    const person = await newcomer(server, 'Hyacinth')
    await removeName(person)
    const actId = await appeal(person)
    await rename(person, 'Chosen since')
    await grant(actId)
    expect((await server.api.get(Modlog, '/modlog')).acts[0]).toMatchObject({
      act: 'restore',
      target: 'nickname',
    })
    expect((await ownActs(person))[0]).toMatchObject({ act: 'restore', excerpt: 'Hyacinth' })
  })

  test('gives back the nickname of its act, and not one that was removed later', async () => {
    const person = await newcomer(server, 'Snowdrop')
    await removeName(person)
    await rename(person, 'Awful words')
    await removeName(person)
    await grant(await appeal(person, 1))
    expect(await nicknameOf(person)).toBe('Snowdrop')
    expect((await rename(person, 'Awful words')).body).toMatchObject({ code: 'NICKNAME_REFUSED' })
  })

  test('of a nickname that was given back before frees no other', async () => {
    const person = await newcomer(server, 'Dreadful words')
    await removeName(person)
    await rename(person, 'Bluebell')
    await removeName(person)
    const actId = await appeal(person)
    await act({ act: 'restore', target: 'nickname', targetId: person.id, reason: 'other' })
    await grant(actId)
    expect((await rename(person, 'Dreadful words')).body).toMatchObject({
      code: 'NICKNAME_REFUSED',
    })
  })

  test('leaves a case about another nickname to the moderators', async () => {
    const person = await newcomer(server, 'Lavender')
    await removeName(person)
    const actId = await appeal(person)
    await rename(person, 'Reported too')
    await report(reporter, person)
    await grant(actId)
    expect(await openCasesOf(person.id)).toHaveLength(1)
  })

  test('closes the case about its nickname', async () => {
    const person = await newcomer(server, 'Foxglove')
    const reporters = await establishedMembers(server, ['A', 'B', 'C'])
    for (const one of reporters) await report(one, person)
    await grant(await appeal(person))
    expect(await openCasesOf(person.id)).toEqual([])
  })

  test('lifts neither a later mute nor one that has ended', async () => {
    const person = await newcomer(server, 'Muted twice')
    const mute = (days: 1 | 30) =>
      act({ act: 'mute', days, target: 'nickname', targetId: person.id, reason: 'spam' })
    await mute(1)
    const actId = await appeal(person)
    await mute(30)
    await grant(actId)
    expect((await ownActs(person)).map((one) => one.act)).toEqual(['mute', 'mute'])
    expect((await person.api.get(Profile, '/profile')).mutedUntil).not.toBeNull()
    expect(await latestDecision(person)).toMatchObject({ granted: true })
  })

  test('shows no text that was hidden again for another reason', async () => {
    const person = await newcomer(server, 'Hidden twice')
    const content = { content: '<p>A post</p>' }
    const { id } = await person.api.call(CreatePostReply, 'POST', '/posts/frees', content)
    const post = { target: 'post', targetId: id } as const
    await act({ act: 'hide', ...post, reason: 'spam' })
    const actId = await appeal(person)
    await act({ act: 'restore', ...post, reason: 'other' })
    await act({ act: 'hide', ...post, reason: 'hate' })
    await grant(actId)
    expect((await ownActs(person))[0]).toMatchObject({ act: 'hide', reason: 'hate' })
    expect(await person.api.get(PostDetail, `/posts/frees/${id}`)).toMatchObject({ hidden: true })
  })

  test('is decided although its author has deleted the reply', async () => {
    const person = await newcomer(server, 'Replier')
    const content = { content: '<p>A post</p>' }
    const { id } = await person.api.call(CreatePostReply, 'POST', '/posts/frees', content)
    const path = `/posts/frees/${id}/replies`
    const { reply } = await person.api.call(SavedReply, 'POST', path, { content: 'Some words' })
    await act({ act: 'hide', target: 'reply', targetId: reply.id, reason: 'spam' })
    const actId = await appeal(person)
    await person.api.call(Done, 'DELETE', `/replies/${reply.id}`)
    await grant(actId)
    expect(await latestDecision(person)).toMatchObject({ granted: true })
  })

  test('is decided although its author has emptied the note', async () => {
    const person = await newcomer(server, 'Shy')
    const id = await castVote(server, person, '<p>Said too much</p>')
    await act({ act: 'hide', target: 'vote', targetId: id, reason: 'spam' })
    const actId = await appeal(person)
    await person.api.call(EditVoteReply, 'PUT', `/votes/${id}`, { vote: 'up', content: '' })
    await grant(actId)
    expect(await latestDecision(person)).toMatchObject({ granted: true })
  })
})
