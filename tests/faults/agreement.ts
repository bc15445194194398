import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { PostList } from '#shared/contract/posts.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { VoteList } from '#shared/contract/votes.ts'
import { apiClient } from '#tests/support/api-client.ts'

/** Row counts, of the database or of one server's caches. */
interface Amounts {
  votes: number
  /** Votes of the live round. */
  live: number
  posts: number
}

async function amountsIn(database: Database): Promise<Amounts | undefined> {
  const [row] = await database.query(
    statement(
      `SELECT (SELECT count(*) FROM vote)::int AS votes, (SELECT count(*) FROM post)::int AS posts,
       (SELECT count(*) FROM vote WHERE round_id =
         (SELECT id FROM round ORDER BY ref_date DESC LIMIT 1))::int AS live`,
      { votes: column.int, posts: column.int, live: column.int },
    ),
  )
  return row
}

async function amountsAt(url: string): Promise<Amounts> {
  const api = apiClient(url)
  const [summary, votes, posts] = await Promise.all([
    api.get(VoteSummary, '/vote/summary'),
    api.get(VoteList, '/votes?page=1'),
    api.get(PostList, '/posts/frees?page=1'),
  ])
  const live = Object.values(summary.target2.votes).reduce((sum, count) => sum + count, 0)
  return { votes: votes.pagination.totalPosts, posts: posts.pagination.totalPosts, live }
}

/** Polls until every server's caches equal the database, without writers; returns the time (ms). */
export async function waitForAgreement(
  database: Database,
  urls: readonly string[],
): Promise<number> {
  const begin = performance.now()
  const expected = await amountsIn(database)
  for (;;) {
    const replies = await Promise.all(urls.map(amountsAt))
    const took = performance.now() - begin
    if (replies.every((answer) => Bun.deepEquals(answer, expected))) return took
    if (took > 15_000)
      throw new Error(`caches differ from the database: ${Bun.inspect({ expected, replies })}`)
    await Bun.sleep(5)
  }
}
