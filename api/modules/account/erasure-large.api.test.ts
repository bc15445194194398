import { afterAll, beforeAll, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { Done } from '#shared/contract/common.ts'
import { PostList } from '#shared/contract/posts.ts'
import { castVote } from '#tests/support/account-world.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { databaseImage } from '#tests/support/database-image.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { threadCpu } from '#tests/support/thread-cpu.ts'

/** 5,000 and 10,000 with SCALE=5. */
const SCALE = Number(process.env.SCALE ?? 1)
const POSTS = 1_000 * SCALE
/** The person's posts and as many reactions on posts of somebody else. */
const REACTIONS = 2 * POSTS
/** Rows that one transaction removes: it holds the thread of the embedded database. */
const MOST_ROWS = 300
/** CPU time of one transaction in this thread, in which the server answers nobody else; checked with SCALE. */
const LONGEST_MS = 100

const FILL = [
  `INSERT INTO post (board, user_id, title, content, created)
  SELECT 'frees', CASE WHEN n <= ${POSTS} THEN $1::int ELSE $2::int END, 'Text ' || n,
    '<p>Text</p>', now() FROM generate_series(1, ${POSTS + REACTIONS / 2}) n`,
  // Half of the reactions are by others on the person's posts.
  `INSERT INTO post_reaction (post_id, user_id, kind)
  SELECT id, CASE user_id WHEN $1::int THEN $2::int ELSE $1::int END, 'like' FROM post`,
].map((text) => statement(text))
const LEFT = statement(
  `SELECT (SELECT count(*)::int FROM post WHERE user_id = $1) AS posts,
    (SELECT count(*)::int FROM post_reaction WHERE user_id = $1) AS reactions,
    (SELECT count(*)::int FROM user_account WHERE id = $1) AS accounts`,
  { posts: column.int, reactions: column.int, accounts: column.int },
)

/** Replies of somebody else to a note, with a reaction and a text of the search each. */
const REPLIES = 1_000 * SCALE
const FILL_THREAD = [
  `INSERT INTO reply (vote_id, user_id, content, created)
  SELECT $1::bigint, $2::int, 'Reply ' || n, now() FROM generate_series(1, ${REPLIES}) n`,
  `INSERT INTO reply_reaction (reply_id, user_id, kind)
  SELECT id, $2::int, 'like' FROM reply WHERE vote_id = $1::bigint`,
  `INSERT INTO search_document (kind, id, user_id, created, title, body)
  SELECT 'reply', id, $2::int, created, '', content FROM reply WHERE vote_id = $1::bigint`,
].map((text) => statement(text))

const ALL = statement(
  `SELECT (SELECT count(*) FROM post)::int + (SELECT count(*) FROM post_reaction)::int
    + (SELECT count(*) FROM reply)::int + (SELECT count(*) FROM reply_reaction)::int
    + (SELECT count(*) FROM search_document WHERE kind = 'reply')::int AS rows`,
  { rows: column.int },
)

let server: TestServer
/** Runs each transaction of the server. */
let onTransaction = <T>(run: () => Promise<T>): Promise<T> => run()
/** Measures the transactions from now on. */
async function measure() {
  const { database } = server.infrastructure
  const rowsLeft = async () => (await database.query(ALL))[0]?.rows ?? 0
  const measured = { before: await rowsLeft(), most: 0, longest: 0 }
  onTransaction = async (run) => {
    const start = threadCpu()
    const result = await run()
    measured.longest = Math.max(measured.longest, threadCpu() - start)
    const after = await rowsLeft()
    measured.most = Math.max(measured.most, measured.before - after)
    measured.before = after
    return result
  }
  return measured
}
function expectShort({ most, longest }: { most: number; longest: number }) {
  if (process.env.SCALE) {
    console.log(`longest transaction: ${longest.toFixed(0)} ms of CPU`)
    expect(longest).toBeLessThan(LONGEST_MS)
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(MOST_ROWS)
}
beforeAll(async () => {
  const database = await openTestDatabase()
  const transaction: Database['transaction'] = (work) =>
    onTransaction(() => database.transaction(work))
  server = await startTestServer({ database: { ...database, transaction } })
}, 180_000)
afterAll(() => server.stop())

test('the deletion of many posts and reactions is made of short transactions', async () => {
  const { database } = server.infrastructure
  const [leaver, other] = [await newcomer(server, 'Leaver'), await newcomer(server, 'Other')]
  for (const fill of FILL) await database.query(fill, [leaver.id, other.id])
  const measured = await measure()
  const { nickname } = claimsOf(leaver.token)
  await leaver.api.call(Done, 'DELETE', '/account', { nickname })
  expectShort(measured)
  const [left] = await database.query(LEFT, [leaver.id])
  expect(left).toEqual({ posts: 0, reactions: 0, accounts: 0 })
  expect(await verifyCounters(database)).toEqual([])
  const { pagination } = await server.api.get(PostList, '/posts/frees?page=1')
  expect(pagination.totalPosts).toBe(REACTIONS / 2)
}, 180_000)

test('a deletion that a stop interrupted has no name, is closed, and continues', async () => {
  const { database } = server.infrastructure
  const [leaver, other] = [await newcomer(server, 'Second'), await newcomer(server, 'Third')]
  for (const fill of FILL) await database.query(fill, [leaver.id, other.id])
  let transactions = 0
  onTransaction = (run) => {
    if (transactions++ === 2) throw new Error('stopped')
    return run()
  }
  const { nickname } = claimsOf(leaver.token)
  expect((await leaver.api.raw('DELETE', '/account', { body: { nickname } })).status).toBe(500)
  const { posts } = await server.api.get(PostList, '/posts/frees?page=1')
  expect(posts.some((post) => post.nickname === 'Second')).toBe(false)
  expect(await leaver.api.refusal('GET', '/profile')).toBe('401 SESSION_REVOKED')
  const { user_account: accounts, identity } = await databaseImage(database)
  expect(JSON.stringify(accounts).includes('Second')).toBe(false)
  // Those of the two others.
  expect(identity).toHaveLength(2)

  await server.services.account.resumeDeletions()
  const [left] = await database.query(LEFT, [leaver.id])
  expect(left).toEqual({ posts: 0, reactions: 0, accounts: 0 })
  expect(await verifyCounters(database)).toEqual([])
}, 180_000)

test('a long thread below a note of the open round is removed in short transactions, after the checks', async () => {
  const { database } = server.infrastructure
  const [leaver, other] = [await newcomer(server, 'Fourth'), await newcomer(server, 'Fifth')]
  const voteId = await castVote(server, leaver, '<p>Note</p>')
  for (const fill of FILL_THREAD) await database.query(fill, [voteId, other.id])
  const measured = await measure()
  const { before } = measured
  expect(await leaver.api.refusal('DELETE', '/account', { nickname: 'Another' })).toBe(
    '422 NICKNAME_MISMATCH',
  )
  expect(measured.before).toBe(before)
  const { nickname } = claimsOf(leaver.token)
  await leaver.api.call(Done, 'DELETE', '/account', { nickname })
  expect(measured.before).toBe(before - 3 * REPLIES)
  expectShort(measured)
  expect(await verifyCounters(database)).toEqual([])
}, 180_000)
