import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PostDetail } from '#shared/contract/posts.ts'
import { Profile } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { VoteDetail } from '#shared/contract/votes.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Person } from '#tests/support/test-server.ts'
import { openWorld, renewed, snapshot, type World } from './world.ts'

/** Half an hour before the Thursday round closes. */
const BEFORE_CLOSE = '2026-11-22T23:30:00.000Z'
const CLOSE = Date.parse('2026-11-23T00:00:00.000Z')

describe('time-dependent rules across the end of a period', () => {
  let world: World
  let author: Person
  let other: Person
  let admin: Person
  const created = Date.parse(BEFORE_CLOSE)

  const moveTo = async (instant: number) => {
    await world.server.jump(instant)
    author = await renewed(world.server, author)
    other = await renewed(world.server, other)
    admin = await renewed(world.server, admin)
  }

  beforeAll(async () => {
    world = await openWorld({ now: BEFORE_CLOSE })
    ;({ author, other, admin } = world)
  })
  afterAll(() => world.server.stop())

  test('while the round is open the direction may change', async () => {
    await moveTo(CLOSE - 1)
    const body = { vote: 'steady', content: 'changed my mind' }
    expect((await author.api.raw('PUT', `/votes/${world.voteId}`, { body })).status).toBe(200)
    const detail = await author.api.get(VoteDetail, `/votes/${world.voteId}`)
    expect(detail).toMatchObject({ voteChoice: 'steady', title: 'changed my mind' })
    const profile = await author.api.get(Profile, '/profile')
    expect(profile.lastVoteTime).toBe(created)
  })

  test('after the close the direction is frozen and the note stays editable', async () => {
    await moveTo(CLOSE)
    const path = `/votes/${world.voteId}`
    const before = await snapshot(world.server)
    for (const direction of ['up', 'down', 'unknown']) {
      const body = { vote: direction, content: 'too late' }
      expect(await author.api.refusal('PUT', path, body)).toBe('409 DIRECTION_FROZEN')
    }
    expect(await snapshot(world.server)).toEqual(before)
    const body = { vote: 'steady', content: 'a better word' }
    expect((await author.api.raw('PUT', path, { body })).status).toBe(200)
    const detail = await author.api.get(VoteDetail, path)
    expect(detail).toMatchObject({ voteChoice: 'steady', title: 'a better word' })
  })

  test('a vote in the last period unlocks nothing in the current one', async () => {
    const path = `/votes/${world.voteId}`
    expect(await other.api.refusal('GET', path)).toBe('403 VOTE_REQUIRED')
    const reaction = { reaction: 'like' }
    expect(await other.api.refusal('POST', `${path}/reaction`, reaction)).toBe('403 VOTE_REQUIRED')
    expect((await other.api.raw('GET', `/votes/${world.othersVoteId}`)).status).toBe(200)
    expect((await admin.api.raw('GET', path)).status).toBe(200)
  })

  test('a vote for the previous target is rejected, not moved', async () => {
    const before = await snapshot(world.server)
    const body = { targetDate: world.targetDate, vote: 'up', content: '' }
    expect(await other.api.refusal('POST', '/votes', body)).toBe('409 ROUND_CHANGED')
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('a vote in the new period unlocks reading and reacting', async () => {
    const { target2 } = await other.api.get(VoteSummary, '/vote/summary')
    const body = { targetDate: target2.targetDate, vote: 'unknown' }
    expect((await other.api.raw('POST', '/votes', { body })).status).toBe(200)
    const path = `/votes/${world.voteId}`
    expect((await other.api.raw('GET', path)).status).toBe(200)
    const reacted = await other.api.raw('POST', `${path}/reaction`, { body: { reaction: 'like' } })
    expect(reacted.status).toBe(200)
  })

  const edits = (): [Person, string, object][] => [
    [author, `/votes/${world.voteId}`, { vote: 'steady', content: 'edited' }],
    [author, `/posts/frees/${world.freesId}`, { content: 'edited' }],
    [author, `/posts/suggestions/${world.suggestionId}`, { content: 'edited' }],
    [admin, `/posts/notices/${world.noticeId}`, { content: 'edited' }],
  ]

  test('an edit 3,599,999 ms after writing is accepted', async () => {
    await moveTo(created + HOUR_MS - 1)
    for (const [person, path, body] of edits()) {
      expect([path, (await person.api.raw('PUT', path, { body })).status]).toEqual([path, 200])
    }
    const seen = await author.api.get(PostDetail, `/posts/frees/${world.freesId}`)
    expect(seen.editableUntil).toBe(new Date(created + HOUR_MS).toISOString())
    expect(seen.updated).toBe(new Date(created + HOUR_MS - 1).toISOString())
  })

  test('an edit 3,600,000 ms after writing is rejected; an earlier edit does not extend the limit', async () => {
    await moveTo(created + HOUR_MS)
    const before = await snapshot(world.server)
    for (const [person, path, body] of edits()) {
      const refusal = await person.api.refusal('PUT', path, body)
      expect([path, refusal]).toEqual([path, '403 EDIT_WINDOW_CLOSED'])
    }
    expect(await snapshot(world.server)).toEqual(before)
  })

  test('an expired token gets its own error code and is renewed by its refresh token', async () => {
    const old = author
    await world.server.jump(created + HOUR_MS + 600_001)
    expect(await old.api.refusal('GET', '/profile')).toBe('401 TOKEN_EXPIRED')
    author = await renewed(world.server, old)
    expect((await author.api.raw('GET', '/profile')).status).toBe(200)
  })

  test('after a session ends both of its tokens are rejected', async () => {
    const body = { refreshToken: other.refreshToken }
    other = await renewed(world.server, other)
    await other.api.raw('POST', '/auth/logout', { body: {} })
    expect(await other.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    const tokens = [body, { refreshToken: other.refreshToken }]
    for (const sent of tokens) {
      const refusal = await world.server.api.refusal('POST', '/auth/refresh-token', sent)
      expect(refusal).toBe('401 REFRESH_INVALID')
    }
  })
})
