import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { PostList } from '#shared/contract/posts.ts'
import { Profile } from '#shared/contract/profile.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { Rankers } from '#shared/contract/users.ts'
import { VoteDetail, VoteItem, VoteList } from '#shared/contract/votes.ts'
import { type AccountWorld, castVote, createAccountWorld } from '#tests/support/account-world.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer, signedInAs } from '#tests/support/crowd.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const ROWS = { rows: column.int }
/** Rows that belong to a user, by table. */
const OWNED: Record<string, string> = {
  user_account: 'id = $1',
  identity: 'user_id = $1',
  user_stats: 'user_id = $1',
  season_stats: 'user_id = $1',
  season_result: 'user_id = $1',
  session: 'user_id = $1',
  refresh_token: 'session_id IN (SELECT id FROM session WHERE user_id = $1)',
  vote: 'user_id = $1',
  post: 'user_id = $1',
  vote_reaction: 'user_id = $1',
  post_reaction: 'user_id = $1',
  reply: 'user_id = $1',
  reply_reaction: 'user_id = $1',
  reply_mention: 'user_id = $1',
  thread_follow: 'user_id = $1',
  direction_lock: 'user_id = $1',
  ledger: 'user_id = $1',
  report: 'reporter_id = $1',
  moderation_case: 'author_id = $1',
  moderation_act: 'subject_id = $1',
  notification: 'user_id = $1',
  notification_setting: 'user_id = $1',
  price_level: 'user_id = $1',
  block: '$1 IN (blocker_id, blocked_id)',
  worth_position: 'user_id = $1',
  week_rank: 'user_id = $1',
  twin: 'first_id = $1 OR second_id = $1',
  search_document: 'user_id = $1',
  push_device: 'user_id = $1',
  push_delivery: 'device_id IN (SELECT id FROM push_device WHERE user_id = $1)',
  appeal: 'act_id IN (SELECT id FROM moderation_act WHERE subject_id = $1)',
}
const SUCCESSOR = statement(
  'SELECT max(id)::int AS id FROM user_account WHERE erased_at IS NOT NULL',
  {
    id: column.int,
  },
)
const ORPHANS = statement(
  `SELECT count(*)::int AS rows FROM vote WHERE NOT EXISTS
    (SELECT FROM user_account u WHERE u.id = vote.user_id)`,
  ROWS,
)
const SET_LEVEL = statement('UPDATE user_account SET is_admin = $2 WHERE id = $1')

describe('the deletion of an account', () => {
  let server: TestServer
  let world: AccountWorld
  let nickname: string
  let before: Record<string, number>
  let withdrawnFrom: VoteSummary

  const database = () => server.infrastructure.database
  const ownedBy = async (userId: number) => {
    const counts: Record<string, number> = {}
    for (const [table, condition] of Object.entries(OWNED)) {
      const count = `SELECT count(*)::int AS rows FROM ${table} WHERE ${condition}`
      const [row] = await database().query(statement(count, ROWS), [userId])
      counts[table] = row?.rows ?? -1
    }
    return counts
  }
  const successor = async () => (await database().query(SUCCESSOR))[0]?.id ?? 0

  beforeAll(async () => {
    server = await startTestServer()
    world = await createAccountWorld(server, 'Leaver')
    nickname = claimsOf(world.person.token).nickname
    await database().script(`
      INSERT INTO season (season, frozen_at, ranked_members) VALUES ('2026Q3', now(), 1);
      INSERT INTO season_result (season, rank, user_id, points, settled, calls, right_calls, implied_ppm)
        VALUES ('2026Q3', 1, ${world.person.id}, 1, 8, 8, 4, 4000000)`)
    before = await ownedBy(world.person.id)
    withdrawnFrom = await server.api.get(VoteSummary, '/vote/summary')
    // Every list is cached before.
    await server.api.get(VoteList, '/votes?page=1')
    await server.api.get(PostList, '/posts/frees?page=1')
  })
  afterAll(() => server.stop())

  test('needs the nickname as it is', async () => {
    const { api } = world.person
    for (const typed of ['', nickname.toUpperCase(), `${nickname} `]) {
      expect(await api.refusal('DELETE', '/account', { nickname: typed })).toBe(
        '422 NICKNAME_MISMATCH',
      )
    }
    expect(await ownedBy(world.person.id)).toEqual(before)
  })

  test('leaves, row by row, only nameless votes of closed rounds and ended sessions', async () => {
    expect(before).toEqual({
      user_account: 1,
      identity: 1,
      user_stats: 1,
      season_stats: 1,
      season_result: 1,
      session: 3,
      refresh_token: 3,
      vote: 3,
      post: 2,
      vote_reaction: 1,
      post_reaction: 1,
      reply: 1,
      reply_reaction: 1,
      reply_mention: 1,
      thread_follow: 1,
      direction_lock: 1,
      ledger: 1,
      report: 2,
      moderation_case: 2,
      moderation_act: 3,
      notification: 1,
      notification_setting: 1,
      price_level: 1,
      block: 2,
      worth_position: 1,
      week_rank: 1,
      twin: 1,
      search_document: 7,
      push_device: 1,
      push_delivery: 1,
      appeal: 1,
    })
    await world.person.api.call(Done, 'DELETE', '/account', { nickname })
    const left = await ownedBy(world.person.id)
    expect(Object.values(left).every((rows) => rows === 0)).toBe(true)
    const after = await ownedBy(await successor())
    expect(after).toEqual({
      ...left,
      user_account: 1,
      user_stats: 1,
      season_stats: 1,
      session: 3,
      vote: 2,
      ledger: 1,
      moderation_act: 1,
    })
    expect(await verifyCounters(database())).toEqual([])
    const [orphans] = await database().query(ORPHANS)
    expect(orphans?.rows).toBe(0)
  })

  test('leaves no identity, text or name in any table', async () => {
    const image = JSON.stringify(await databaseImage(database()))
    for (const trace of [
      'secret',
      'My post',
      'My hidden',
      'My reply',
      'my words',
      'Please',
      'Leaver',
      'No ads',
    ]) {
      expect([trace, image.includes(trace)]).toEqual([trace, false])
    }
    expect(image.includes('Their note')).toBe(true)
    // Below a post that is gone, and below a note of a closed round.
    expect(image.includes('Their reply @')).toBe(false)
    expect(image.includes('Their reply to a note')).toBe(true)
  })

  test('shows at once in lists, tallies, counts and the ranking', async () => {
    const votes = await server.api.get(VoteList, '/votes?page=1')
    const own = votes.posts.filter(({ id }) => [world.settled, world.waiting].includes(id))
    expect(own.map(({ nickname, title, contentExist }) => [nickname, title, contentExist])).toEqual(
      [
        ['Deleted', '', 0],
        ['Deleted', '', 0],
      ],
    )
    expect(own.map(({ uid, uniqueCode, skill }) => [uid, uniqueCode, skill])).toEqual([
      [0, '', 'early'],
      [0, '', 'early'],
    ])
    const item = await server.api.get(VoteItem, `/votes/${world.settled}/item`)
    expect([item.uid, item.uniqueCode]).toEqual([0, ''])
    expect(votes.posts.some(({ id }) => id === world.open)).toBe(false)
    const boards = await server.api.get(PostList, '/posts/frees?page=1')
    expect(boards.posts.map(({ id, likes }) => [id, likes])).toEqual([[world.otherPost, 0]])
    const summary = await server.api.get(VoteSummary, '/vote/summary')
    expect(summary.target2.votes.up).toBe(withdrawnFrom.target2.votes.up - 1)
    expect(summary.target1.votes).toEqual(withdrawnFrom.target1.votes)
    const rankers = await server.api.get(Rankers, '/users/rankers')
    expect(rankers).toEqual([])
    const detail = await world.other.api.get(VoteDetail, `/votes/${world.waiting}`)
    expect(detail).toMatchObject({
      uid: 0,
      uniqueCode: '',
      nickname: 'Deleted',
      content: '',
      likes: 1,
    })
  })

  test('ends every session, and a second deletion finds no account', async () => {
    const { api } = world.person
    expect(await api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
    expect(await api.refusal('DELETE', '/account', { nickname })).toBe('401 SESSION_REVOKED')
    const again = server.services.account.delete(world.person.id, nickname)
    expect(await again.catch((error: { code?: string }) => error.code)).toBe('TOKEN_INVALID')
  })

  test('the nameless votes are settled like all others', async () => {
    await server.jump('2026-11-30T02:00:00.000Z')
    const owned = await ownedBy(await successor())
    expect([owned.vote, owned.ledger]).toEqual([2, 2])
    expect(await verifyCounters(database())).toEqual([])
  })
})

describe('who comes back within 30 days', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  const identity = (subject: string) => ({
    issuer: 'https://crowd.example',
    subject,
    email: `${subject}@crowd.example`,
    givenName: subject,
    method: 'local' as const,
  })
  const enter = async (subject: string) =>
    signedInAs(server, await server.services.accounts.signIn(identity(subject)))
  const rankOf = async (id: number) => {
    const { api } = await signedInAs(server, id)
    return (await api.get(Profile, '/profile')).rank
  }

  test('is ranked only afterwards, and the hash is purged', async () => {
    const first = await enter('returner')
    await castVote(server, first)
    await server.infrastructure.database.script('UPDATE user_stats SET settled = 1')
    expect(await rankOf(first.id)).toBe(1)
    await server.services.account.delete(first.id, 'returner')
    const second = await enter('returner')
    expect(second.id).not.toBe(first.id)
    expect(await second.api.get(Profile, '/profile')).toMatchObject({
      ranksFrom: '2026-12-21T02:30:00.000Z',
    })
    // In the round after the one in which the erased account had voted.
    await server.jump('2026-11-23T00:00:05.000Z')
    await castVote(server, await signedInAs(server, second.id))
    await server.infrastructure.database.script('UPDATE user_stats SET settled = 1')
    expect(await rankOf(second.id)).toBeNull()
    await server.jump('2026-12-20T02:30:00.000Z')
    expect(await rankOf(second.id)).toBeNull()
    await server.jump('2026-12-21T02:30:00.000Z')
    expect(await rankOf(second.id)).toBe(1)
    await server.infrastructure.database.script('UPDATE user_stats SET settled = 0')
    await server.services.erasedIdentities.deleteExpired(server.clock.now())
    const image = await databaseImage(server.infrastructure.database)
    expect(image.erased_identity).toEqual([])
  })

  test('is still banned or muted', async () => {
    const muted = await enter('muted')
    const until = new Date(server.clock.now() + 7 * 86_400_000)
    await server.infrastructure.database.query(
      statement('UPDATE user_account SET muted_until = $2 WHERE id = $1'),
      [muted.id, until],
    )
    await server.services.account.delete(muted.id, 'muted')
    const { api } = await enter('muted')
    expect((await api.get(Profile, '/profile')).mutedUntil).toBe(until.toISOString())
    const content = '<p>Back</p>'
    expect(await api.refusal('POST', '/posts/frees', { content })).toBe('403 MUTED')
    const banned = await enter('banned')
    await server.infrastructure.database.query(
      statement('UPDATE user_account SET banned_at = now() WHERE id = $1'),
      [banned.id],
    )
    await server.services.account.delete(banned.id, 'banned')
    expect(await enter('banned').catch((error: { code?: string }) => error.code)).toBe('BANNED')
  })

  test('an only admin stays', async () => {
    const [first, second] = [await newcomer(server, 'One'), await newcomer(server, 'Two')]
    const { database } = server.infrastructure
    await database.query(SET_LEVEL, [first.id, 1])
    const nickname = claimsOf(first.token).nickname
    expect(await first.api.refusal('DELETE', '/account', { nickname })).toBe('409 LAST_ADMIN')
    await database.query(SET_LEVEL, [second.id, 1])
    await first.api.call(Done, 'DELETE', '/account', { nickname })
  })

  test('a vote sent during the deletion is refused or withdrawn', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await newcomer(server, `Racer ${round}`)
      const nickname = claimsOf(person.token).nickname
      const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
      const body = { targetDate: target2.targetDate, vote: 'up', content: '<p>belated</p>' }
      const [vote, post, deletion] = await Promise.all([
        person.api.raw('POST', '/votes', { body }),
        person.api.raw('POST', '/posts/frees', { body: { content: '<p>belated</p>' } }),
        person.api.raw('DELETE', '/account', { body: { nickname } }),
      ])
      expect(deletion.status).toBe(200)
      for (const reply of [vote, post]) expect([200, 401]).toContain(reply.status)
    }
    const image = JSON.stringify(await databaseImage(server.infrastructure.database))
    expect(image.includes('belated')).toBe(false)
    expect(await verifyCounters(server.infrastructure.database)).toEqual([])
  })
})
