import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { CLOSE_VOTES, settledPointsSql } from '#api/modules/rounds/points-sql.ts'
import type { Demo } from './demo.ts'

const COUNT_USERS = statement(
  `SELECT count(*) FILTER (WHERE NOT is_demo)::int AS real,
    count(*) FILTER (WHERE is_demo)::int AS demo FROM user_account`,
  { real: column.int, demo: column.int },
)

/** Counts real and seeded users. */
export async function countUsers(database: Sql): Promise<{ real: number; demo: number }> {
  const [row] = await database.query(COUNT_USERS)
  return row ?? { real: 0, demo: 0 }
}

/** Blocks every sign-in until the transaction ends. */
export async function lockAccounts(sql: Sql): Promise<void> {
  await sql.script('LOCK TABLE user_account IN SHARE ROW EXCLUSIVE MODE')
}

/** For stores that use SQL only: Prisma would run outside of the transaction and deadlock on PGlite. */
export function insideTransaction(database: Database, sql: Sql): Database {
  return { ...database, query: sql.query, script: sql.script, transaction: (work) => work(sql) }
}

/** Inserts rows whose keys are columns. @returns ids in their order */
async function insertRows(
  sql: Sql,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<number[]> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return []
  const insert = statement(
    `INSERT INTO ${table} (${columns}) SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::${table}, $1::text::jsonb) RETURNING id`,
    { id: column.int },
  )
  return (await sql.query(insert, [JSON.stringify(rows)])).map(({ id }) => id)
}

async function saveReactions(
  sql: Sql,
  target: 'vote' | 'post',
  texts: Demo['votes'] | Demo['posts'],
  ids: readonly number[],
  userIds: readonly number[],
): Promise<void> {
  const rows = texts.flatMap(({ likes, dislikes }, index) =>
    [...likes, ...dislikes].map((person, place) => ({
      id: ids[index],
      user_id: userIds[person],
      kind: place < likes.length ? 'like' : 'dislike',
    })),
  )
  await sql.query(
    statement(`INSERT INTO ${target}_reaction (${target}_id, user_id, kind)
      SELECT id, user_id, kind FROM jsonb_to_recordset($1::text::jsonb)
        AS made(id bigint, user_id int, kind reaction_kind) ORDER BY id, user_id`),
    [JSON.stringify(rows)],
  )
}

/** A server without users froze empty seasons. */
const DELETE_SEASONS = statement('DELETE FROM season')
/** Its rounds have no votes, and would have lower ids than the past rounds of the demo. */
const DELETE_ROUNDS = statement('DELETE FROM round')
/** Likes of newcomers do not rank texts, and people of the demo are none. */
const RANK_LIKES = statement('UPDATE vote_reaction SET ranks = true')
const WRITE_LEDGER = statement(`INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
  SELECT vote.id, user_id, round_id, ${settledPointsSql('outcome')}, settled_at
  FROM vote JOIN round ON round.id = round_id WHERE settled_at IS NOT NULL ORDER BY vote.id`)
const WRITE_CLOSE_VOTES = statement(`UPDATE round SET ${CLOSE_VOTES} WHERE settled_at IS NOT NULL`)

/** Writes the whole demo. Triggers maintain the counters. */
export async function saveDemo(sql: Sql, { people, rounds, votes, posts }: Demo): Promise<void> {
  await sql.query(DELETE_SEASONS)
  await sql.query(DELETE_ROUNDS)
  const rowOf = <Row>({ row }: { row: Row }) => row
  const userIds = await insertRows(sql, 'user_account', people.map(rowOf))
  const roundIds = await insertRows(sql, 'round', rounds.map(rowOf))
  const voteRows = votes.map(({ row, round, author }) => ({
    ...row,
    round_id: roundIds[round],
    user_id: userIds[author],
  }))
  const voteIds = await insertRows(sql, 'vote', voteRows)
  await saveReactions(sql, 'vote', votes, voteIds, userIds)
  await sql.query(RANK_LIKES)
  const postRows = posts.map(({ row, author }) => ({ ...row, user_id: userIds[author] }))
  const postIds = await insertRows(sql, 'post', postRows)
  await saveReactions(sql, 'post', posts, postIds, userIds)
  await sql.query(WRITE_LEDGER)
  await sql.query(WRITE_CLOSE_VOTES)
}
