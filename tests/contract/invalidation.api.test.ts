import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStream } from '#tests/support/stream-client.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let mina: Person

beforeAll(async () => {
  server = await startTestServer()
  mina = await server.person('Mina')
})
afterAll(() => server.stop())

/** Writes directly to the database, like another instance whose events are lost. */
const writeElsewhere = () =>
  server.infrastructure.database.script(`
    INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
      has_content, created)
      SELECT (SELECT id FROM round ORDER BY ref_date DESC LIMIT 1), ${mina.id}, 'up', 100, -50, 1,
        'Elsewhere', '<p>Elsewhere</p>', true, '2026-11-21T02:00:00Z';
    INSERT INTO post (board, user_id, title, content, created)
      SELECT board, ${mina.id}, 'Elsewhere', '<p>Elsewhere</p>', '2026-11-21T02:00:00Z'
      FROM unnest(enum_range(NULL::board)) board;
    UPDATE round SET outcome = 'up', settled_at = now() WHERE id = (SELECT max(id) FROM round);
    INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
      SELECT id, user_id, round_id, 100, now() FROM vote;`)

const invalidateAll = () => server.infrastructure.bus.invalidateAll()

const CACHED = [
  '/vote/summary',
  '/votes?page=1',
  '/posts/votesUpcomingNextBests',
  '/posts/recent',
  '/posts/frees?page=1',
  '/posts/notices?page=1',
  '/posts/suggestions?page=1',
  '/users/rankers',
  '/rounds',
  '/rounds/2026-11-26T00:00:00.000Z',
]

const read = async () => {
  const replies = await Promise.all(CACHED.map((path) => server.api.raw('GET', path)))
  return new Map(CACHED.map((path, index) => [path, JSON.stringify(replies[index]?.body)]))
}

describe('an invalidation of all caches', () => {
  test('rebuilds every cached reply, which is unchanged before', async () => {
    const before = await read()
    await writeElsewhere()
    expect(await read()).toEqual(before)
    invalidateAll()
    const after = await read()
    expect(CACHED.filter((path) => after.get(path) === before.get(path))).toEqual([])
  })

  test('publishes a summary on the stream once when the counts have changed', async () => {
    const client = await openStream(server.url)
    await client.next('hello')
    for (let time = 0; time < 3; time++) {
      invalidateAll()
      server.clock.advance(1_000)
      await server.services.summary.current()
    }
    server.clock.advance(10_000)
    await client.next('heartbeat')
    expect(client.messages.filter(({ type }) => type === 'summary')).toHaveLength(1)
    client.close()
  })
})
