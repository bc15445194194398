import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { BlockedPeople } from '#shared/contract/blocks.ts'
import { Done } from '#shared/contract/common.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { BLOCKS_MAX } from './service.ts'

const FILL = statement(
  `WITH people AS (INSERT INTO user_account (login_method, email, nickname, unique_code, created, last_login)
    SELECT 'other', '', 'Crowd', 'fill-' || n, now(), now() FROM generate_series(1, $2::int) n RETURNING id)
  INSERT INTO block (blocker_id, blocked_id, created) SELECT $1, id, now() FROM people`,
)
const COUNT = statement(
  'SELECT count(*)::int AS blocks FROM block WHERE $1 IN (blocker_id, blocked_id)',
  { blocks: column.int },
)
const NOTIFICATIONS = statement(
  'SELECT count(*)::int AS notes FROM notification WHERE user_id = $1',
  { notes: column.int },
)

const codeOf = ({ token }: Person) => claimsOf(token).uniqueCode

describe('blocks', () => {
  let server: TestServer
  let mina: Person
  let troll: Person

  const list = ({ api }: Person) => api.get(BlockedPeople, '/blocks')
  const block = ({ api }: Person, code: string) => api.call(Done, 'PUT', `/blocks/${code}`, {})
  const unblock = ({ api }: Person, code: string) => api.call(Done, 'DELETE', `/blocks/${code}`)
  const blocksOf = async ({ id }: Person) =>
    (await server.infrastructure.database.query(COUNT, [id]))[0]?.blocks

  beforeAll(async () => {
    server = await startTestServer()
    mina = await newcomer(server, 'Mina')
    troll = await newcomer(server, 'Troll')
  })
  afterAll(() => server.stop())

  test('lists whom a person has blocked, latest first, once each', async () => {
    const second = await newcomer(server, 'Second')
    expect(await list(mina)).toEqual([])
    await block(mina, codeOf(troll).toLowerCase())
    const since = new Date(server.clock.now()).toISOString()
    server.clock.advance(1000)
    await block(mina, codeOf(second))
    await block(mina, codeOf(troll))
    expect(await list(mina)).toEqual([
      {
        uniqueCode: codeOf(second),
        nickname: 'Second',
        since: new Date(server.clock.now()).toISOString(),
      },
      { uniqueCode: codeOf(troll), nickname: 'Troll', since },
    ])
    expect(await list(troll)).toEqual([])
    await unblock(mina, codeOf(second))
    await unblock(mina, codeOf(second))
    expect((await list(mina)).map(({ nickname }) => nickname)).toEqual(['Troll'])
  })

  test('nothing that the blocked person or a guest gets changes', async () => {
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const body = { targetDate: target2.targetDate, vote: 'up', content: '<p>words</p>' }
    const { id } = await troll.api.call(CreateVoteReply, 'POST', '/votes', body)
    await mina.api.call(CreateVoteReply, 'POST', '/votes', { ...body, content: '' })
    const paths = [
      '/vote/summary',
      '/votes',
      '/posts/votesUpcomingNextBests',
      '/users/rankers',
      `/users/${codeOf(troll)}`,
      `/users/${codeOf(mina)}`,
    ]
    const replies = async () => {
      const found: unknown[] = []
      for (const { api } of [{ api: server.api }, troll, mina]) {
        for (const path of paths) found.push((await api.raw('GET', path)).body)
      }
      return found
    }
    await unblock(mina, codeOf(troll))
    const before = await replies()
    await block(mina, codeOf(troll))
    expect(await replies()).toEqual(before)
    expect((await mina.api.raw('GET', `/votes/${id}`)).status).toBe(200)
    const { database } = server.infrastructure
    expect(await database.query(NOTIFICATIONS, [troll.id])).toEqual([{ notes: 0 }])
  })

  test('refuses oneself, nobody and guests', async () => {
    expect(await mina.api.refusal('PUT', `/blocks/${codeOf(mina)}`, {})).toBe('403 BLOCK_SELF')
    expect(await mina.api.refusal('PUT', '/blocks/ZZZZZZ', {})).toBe('404 USER_UNKNOWN')
    expect(await mina.api.refusal('PUT', '/blocks/not-a-code', {})).toBe('404 NOT_FOUND')
    expect(await server.api.refusal('GET', '/blocks')).toBe('401 NOT_SIGNED_IN')
  })

  test('no proxy or browser stores the list', async () => {
    const { headers } = await mina.api.raw('GET', '/blocks')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('an erasure removes the blocks of a person and those of others', async () => {
    const goner = await newcomer(server, 'Goner')
    await block(mina, codeOf(goner))
    await block(goner, codeOf(mina))
    await server.services.account.delete(goner.id, 'Goner')
    expect((await list(mina)).map(({ nickname }) => nickname)).not.toContain('Goner')
    expect(await blocksOf(goner)).toBe(0)
  })

  test('a person blocks at most 1,000 people, also at once', async () => {
    const full = await newcomer(server, 'Full')
    await server.infrastructure.database.query(FILL, [full.id, BLOCKS_MAX - 1])
    const paths = [mina, troll].map((person) => `/blocks/${codeOf(person)}`)
    const replies = await Promise.all(paths.map((path) => full.api.raw('PUT', path, { body: {} })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ code: 'BLOCK_LIMIT' }),
    )
    const blocked = replies[0]?.status === 200 ? mina : troll
    await block(full, codeOf(blocked))
    expect(await list(full)).toHaveLength(BLOCKS_MAX)
  })
})
