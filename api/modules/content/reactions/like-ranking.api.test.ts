import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { BestVotes } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { crowd, newcomer, renewed } from '#tests/support/crowd.ts'
import { establishedMember } from '#tests/support/established-member.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('likes in the order of the best notes', () => {
  let server: TestServer
  let targetDate = ''
  const note = async (person: Person, content = '') =>
    (await person.api.call(CreateVoteReply, 'POST', '/votes', { targetDate, vote: 'up', content }))
      .id
  const like = async (person: Person, id: number) =>
    (await person.api.call(ReactionReply, 'POST', `/votes/${id}/reaction`, { reaction: 'like' }))
      .likes
  const best = async (ids: readonly number[]) =>
    (await server.api.get(BestVotes, '/posts/votesUpcomingNextBests'))
      .filter(({ id }) => ids.includes(id))
      .map(({ id, likes }) => [id, likes])
  const member = async (calls: number, days: number) => {
    const person = await establishedMember(server, 'Member', { calls, days })
    await note(person)
    return person
  }

  beforeAll(async () => {
    server = await startTestServer()
    targetDate = (await server.api.get(VoteSummary, '/vote/summary')).target2.targetDate
  })
  afterAll(() => server.stop())

  test('of new accounts are shown, but do not rank', async () => {
    const honest = await note(await newcomer(server, 'Honest'), '<p>Reasons</p>')
    const pushed = await note(await newcomer(server, 'Pushed'), '<p>x</p>')
    const later = await note(await newcomer(server, 'Later'), '<p>Newer</p>')
    const sybils = await crowd(server, 3)
    for (const sybil of sybils) await note(sybil)
    for (const sybil of sybils) await like(sybil, pushed)
    const fresh = await member(4, 13)
    expect(await like(fresh, pushed)).toBe(4)
    const order = [honest, pushed, later]
    // Nobody ranks any yet: the newest is first.
    expect(await best(order)).toEqual([
      [later, 0],
      [pushed, 4],
      [honest, 0],
    ])
    await like(await member(5, 0), honest)
    await like(await member(0, 14), honest)
    expect(await best(order)).toEqual([
      [honest, 2],
      [later, 0],
      [pushed, 4],
    ])
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })

  test('rank once their account is old enough, and are taken back whole', async () => {
    const first = await note(await newcomer(server, 'First'), '<p>First</p>')
    const second = await note(await newcomer(server, 'Second'), '<p>Second</p>')
    const young = await member(0, 13)
    await like(young, first)
    expect(await best([first, second])).toEqual([
      [second, 0],
      [first, 1],
    ])
    server.clock.advance(24 * 3_600_000)
    await server.services.likeRanking.run()
    expect(await best([first, second])).toEqual([
      [first, 1],
      [second, 0],
    ])
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
    await like(await renewed(server, young), first)
    expect(await best([first, second])).toEqual([
      [second, 0],
      [first, 0],
    ])
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })
})
