import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  BestVotes,
  CreatePostReply,
  PostDetail,
  PostList,
  RecentPosts,
} from '#shared/contract/posts.ts'
import { NicknameReply, Profile } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { Rankers } from '#shared/contract/users.ts'
import { CreateVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer, renewed } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const PATH = '/profile/update-nickname'

describe('the nickname', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  const rename = (person: Person, nickname: string) =>
    person.api.call(NicknameReply, 'POST', PATH, { nickname })
  const nicknameOf = async (person: Person) => (await person.api.get(Profile, '/profile')).nickname

  const normalized: [wanted: string, nickname: string][] = [
    ['Minji', 'Minji'],
    ['  Min \t  Ji\n', 'Min Ji'],
    ['트레이더 김', '트레이더 김'],
    ['x'.repeat(20), 'x'.repeat(20)],
    [`  ${'y'.repeat(20)}  `, 'y'.repeat(20)],
    ['가'.repeat(20), '가'.repeat(20)],
    ['🚀'.repeat(20), '🚀'.repeat(20)],
    ['zero\u200bwidth \u202eright', 'zerowidth right'],
    ['<b>bold</b>', '<b>bold</b>'],
    ["'; DROP TABLE vote; ", "'; DROP TABLE vote;"],
  ]
  for (const [wanted, nickname] of normalized) {
    test(`stores ${JSON.stringify(wanted)} as ${JSON.stringify(nickname)}`, async () => {
      const person = await newcomer(server, 'Before')
      const reply = await rename(person, wanted)
      expect(reply).toMatchObject({ success: true, error: null })
      expect(claimsOf(reply.accessToken)).toMatchObject({ id: person.id, nickname })
      expect(await nicknameOf(person)).toBe(nickname)
      expect(await nicknameOf(await renewed(server, person))).toBe(nickname)
    })
  }

  const refused: [wanted: string, code: string, message: string][] = [
    ['', 'NICKNAME_EMPTY', 'Nickname cannot be empty'],
    [' \t\n ', 'NICKNAME_EMPTY', 'Nickname cannot be empty'],
    ['\u200b\u3164', 'NICKNAME_EMPTY', 'Nickname cannot be empty'],
    ['Before', 'NICKNAME_SAME', 'Same nickname as before'],
    ['  Before  ', 'NICKNAME_SAME', 'Same nickname as before'],
    ['x'.repeat(21), 'NICKNAME_TOO_LONG', 'Nickname too long'],
    ['🚀'.repeat(21), 'NICKNAME_TOO_LONG', 'Nickname too long'],
  ]
  for (const [nickname, code, message] of refused) {
    test(`rejects ${JSON.stringify(nickname)}: ${message}`, async () => {
      const person = await newcomer(server, 'Before')
      const reply = await person.api.raw('POST', PATH, { body: { nickname } })
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({ success: false, code, message, error: message })
      expect(await nicknameOf(person)).toBe('Before')
    })
  }

  test('is compared with the stored nickname, not with the token', async () => {
    const person = await newcomer(server, 'First')
    await rename(person, 'Second')
    expect(await person.api.refusal('POST', PATH, { nickname: 'Second' })).toBe('422 NICKNAME_SAME')
    await rename(person, 'First')
    expect(await nicknameOf(person)).toBe('First')
  })

  test('may be the same for two users', async () => {
    const [one, two] = [await newcomer(server, 'One'), await newcomer(server, 'Two')]
    await rename(one, 'Twin')
    await rename(two, 'Twin')
    expect(await nicknameOf(one)).toBe('Twin')
    expect(await nicknameOf(two)).toBe('Twin')
  })

  test('changes everywhere at once', async () => {
    const person = await newcomer(server, 'Old name')
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const { targetDate } = target2
    const vote = { targetDate, vote: 'up', content: '<p>note</p>' }
    const { id: voteId } = await person.api.call(CreateVoteReply, 'POST', '/votes', vote)
    const content = '<p>post</p>'
    const post = (board: string) =>
      person.api.call(CreatePostReply, 'POST', `/posts/${board}`, { content })
    const { id: postId } = await post('frees')
    await post('suggestions')
    await server.infrastructure.database.script('UPDATE user_stats SET settled = 1')
    server.infrastructure.bus.invalidateAll()

    const everywhere = async () => [
      (await server.api.get(VoteList, '/votes')).posts[0]?.nickname,
      (await server.api.get(BestVotes, '/posts/votesUpcomingNextBests'))[0]?.nickname,
      (await server.api.get(Rankers, '/users/rankers')).find(({ id }) => id === person.id)
        ?.nickname,
      (await server.api.get(PostList, '/posts/frees')).posts[0]?.nickname,
      (await server.api.get(PostList, '/posts/suggestions')).posts[0]?.nickname,
      (await server.api.get(RecentPosts, '/posts/recent'))[1]?.nickname,
      (await person.api.get(VoteDetail, `/votes/${voteId}`)).nickname,
      (await person.api.get(PostDetail, `/posts/frees/${postId}`)).nickname,
    ]
    expect(new Set(await everywhere())).toEqual(new Set(['Old name']))
    await rename(person, 'New name')
    expect(new Set(await everywhere())).toEqual(new Set(['New name']))
  })
})
