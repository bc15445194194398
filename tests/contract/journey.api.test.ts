import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { RefreshReply } from '#shared/contract/auth.ts'
import { CandleList } from '#shared/contract/candles.ts'
import { CreatePostReply, PostDetail, PostList } from '#shared/contract/posts.ts'
import { NicknameReply, Profile } from '#shared/contract/profile.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { RoundDetail } from '#shared/contract/rounds.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { Rankers } from '#shared/contract/users.ts'
import { CreateVoteReply, VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { outcome, voteResult } from '#shared/rules/band.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

describe('a week with Tidemark, by plain HTTP', () => {
  let server: TestServer
  let mina: Person
  let joe: Person
  let summary: VoteSummary
  let voteId = 0
  const note = '<p>Range low held <strong>twice</strong>.</p><p>Funding is flat.</p>'

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  test('sign in through the local provider', async () => {
    mina = await server.person('Mina')
    joe = await server.person('Joe')
    const claims = claimsOf(mina.token)
    expect(claims).toMatchObject({ nickname: 'Mina', lastVoteTime: 0, points: 0, is_admin: 0 })
    expect(claims.exp * 1000).toBe(server.clock.now() + 600_000)
  })

  test('read the summary and 3000 candles', async () => {
    summary = await server.api.get(VoteSummary, '/vote/summary')
    expect(summary.serverDate).toBe('2026-11-21T02:30:00.000Z')
    expect(summary.target1.targetDate).toBe('2026-11-23T00:00:00.000Z')
    expect(summary.target2.targetDate).toBe('2026-11-26T00:00:00.000Z')
    const candles = await server.api.get(CandleList, '/candles?exchange=binance&interval=1h')
    expect(candles).toHaveLength(3000)
    expect(candles[0]?.otime).toBe(Date.parse('2026-11-21T02:00:00Z'))
    for (const [index, candle] of candles.entries()) {
      expect(candle.otime).toBe((candles[0]?.otime ?? 0) - index * HOUR_MS)
    }
    const open = candles.find(({ otime }) => otime === Date.parse(summary.target2.refDate))
    expect(summary.target2.refPrice).toBe(open?.oprice ?? '')
  })

  test('vote with a note, at the offer that was shown', async () => {
    const { targetDate } = summary.target2
    const round = await server.api.get(RoundDetail, `/rounds/${targetDate}`)
    const body = { targetDate, vote: 'up', content: note }
    const reply = await mina.api.call(CreateVoteReply, 'POST', '/votes', body)
    voteId = reply.id
    expect(reply.message).toBe('Vote saved.')
    expect(reply.offer).toEqual(round.offers?.up ?? { hit: 0, miss: 0 })
    expect(claimsOf(reply.accessToken).lastVoteTime).toBe(server.clock.now())
    const after = await server.api.get(VoteSummary, '/vote/summary')
    expect(after.target2.votes).toEqual({ up: 1, steady: 0, down: 0, unknown: 0 })
  })

  test('be rejected on a second vote', async () => {
    const body = { targetDate: summary.target2.targetDate, vote: 'down', content: '' }
    expect(await mina.api.refusal('POST', '/votes', body)).toBe('409 ALREADY_VOTED')
    const stale = { ...body, targetDate: summary.target1.targetDate }
    expect(await joe.api.refusal('POST', '/votes', stale)).toBe('409 ROUND_CHANGED')
  })

  test("read another's note only after an own vote", async () => {
    expect(await server.api.refusal('GET', `/votes/${voteId}`)).toBe('401 NOT_SIGNED_IN')
    expect(await joe.api.refusal('GET', `/votes/${voteId}`)).toBe('403 VOTE_REQUIRED')
    const own = { targetDate: summary.target2.targetDate, vote: 'unknown' }
    await joe.api.call(CreateVoteReply, 'POST', '/votes', own)
    const detail = await joe.api.get(VoteDetail, `/votes/${voteId}`)
    expect(detail.title).toBe('Range low held twice.')
    expect(detail.content).toBe(note)
    expect(detail.result).toBe('wait')
    const list = await server.api.get(VoteList, '/votes?page=1')
    expect(list.posts.map(({ contentExist }) => contentExist)).toEqual([0, 1])
    expect(list.pagination).toEqual({
      currentPage: 1,
      totalPages: 1,
      totalPosts: 2,
      postsPerPage: 10,
    })
  })

  test('post on a board and react', async () => {
    const content = '<p>다음 주 목표가 이야기해요</p>'
    const post = await mina.api.call(CreatePostReply, 'POST', '/posts/frees', { content })
    expect(post.message).toBe('Post saved!')
    const list = await server.api.get(PostList, '/posts/frees?page=1')
    expect(list.posts[0]?.title).toBe('다음 주 목표가 이야기해요')
    const react = (path: string) =>
      joe.api.call(ReactionReply, 'POST', `${path}/reaction`, { reaction: 'like' })
    expect(await react(`/posts/frees/${post.id}`)).toMatchObject({ likes: 1, userReaction: 'like' })
    expect(await react(`/votes/${voteId}`)).toMatchObject({ likes: 1, userReaction: 'like' })
    const seen = await joe.api.get(PostDetail, `/posts/frees/${post.id}`)
    expect(seen).toMatchObject({ content, likes: 1, userReaction: 'like' })
  })

  test('change the nickname', async () => {
    const body = { nickname: '  Mina   Kim ' }
    const reply = await mina.api.call(NicknameReply, 'POST', '/profile/update-nickname', body)
    expect(claimsOf(reply.accessToken).nickname).toBe('Mina Kim')
    const list = await server.api.get(VoteList, '/votes')
    expect(list.posts[1]?.nickname).toBe('Mina Kim')
  })

  test('past the period end the round is closed and the next one open', async () => {
    await server.jump('2026-11-23T00:00:03.000Z')
    const now = await server.api.get(VoteSummary, '/vote/summary')
    expect(now.target1).toEqual({ ...summary.target2, votes: { ...now.target1.votes, up: 1 } })
    expect(now.target2.targetDate).toBe('2026-11-30T00:00:00.000Z')
    expect(now.target2.refPrice).not.toBeNull()
    expect(now.target2.votes).toEqual({ up: 0, steady: 0, down: 0, unknown: 0 })
    expect(await server.api.refusal('GET', `/votes/${voteId}`)).toBe('401 NOT_SIGNED_IN')
    expect(await mina.api.refusal('GET', '/profile')).toBe('401 TOKEN_EXPIRED')
  })

  test('past the target the round settles and points are written', async () => {
    await server.jump('2026-11-26T00:00:03.000Z')
    const path = `/rounds/${summary.target2.targetDate}`
    const round = await server.api.get(RoundDetail, path)
    const [candle] = (await server.api.get(CandleList, '/candles?limit=1')) ?? []
    expect(round.settlement?.candleTime).toBe('2026-11-26T00:00:00.000Z')
    expect(round.settlement?.price).toBe(candle?.oprice ?? '')
    const expected = outcome(candle?.oprice ?? '0', summary.target2.refPrice ?? '0')
    expect(round.outcome).toBe(expected)

    const renewal = { refreshToken: mina.refreshToken }
    const tokens = await server.api.call(RefreshReply, 'POST', '/auth/refresh-token', renewal)
    const api = server.api.as(tokens.accessToken)
    const detail = await api.get(VoteDetail, `/votes/${voteId}`)
    expect(detail.result).toBe(voteResult('up', expected))
    expect(detail.points).toBe(detail.result === 'HIT' ? detail.offer.hit : detail.offer.miss)
    expect(claimsOf(tokens.accessToken).points).toBe(detail.points ?? 0)
    const profile = await api.get(Profile, '/profile')
    expect(profile).toMatchObject({ points: detail.points, settledVotes: 1 })
  })

  test('see the points in the ranking', async () => {
    const rankers = await server.api.get(Rankers, '/users/rankers')
    expect(rankers.map(({ id }) => id).sort()).toEqual([mina.id, joe.id].sort())
    expect(rankers.find(({ id }) => id === joe.id)?.points).toBe(0)
    const points = rankers.map((ranker) => ranker.points)
    expect(points).toEqual([...points].sort((a, b) => b - a))
  })
})
