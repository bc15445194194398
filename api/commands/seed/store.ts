import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { CLOSE_VOTES, settledPointsSql } from '#api/modules/rounds/settlement-sql.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
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

/**
 * `database` inside a transaction, for stores that use SQL only. Prisma would run outside of it and
 * deadlock on PGlite.
 */
export function insideTransaction(database: Database, sql: Sql): Database {
  return { ...database, query: sql.query, script: sql.script, transaction: (work) => work(sql) }
}

/** Inserts rows given as one JSON parameter; the keys are columns. @returns ids in the order of rows */
async function insertRows(
  sql: Sql,
  table: string,
  rows: readonly Record<string, unknown>[],
  more = '',
): Promise<number[]> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (columns === '') return []
  const insert = statement(
    `INSERT INTO ${table} (${columns}) SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::${table}, $1::text::jsonb) ${more} RETURNING id`,
    { id: column.int },
  )
  return (await sql.query(insert, [JSON.stringify(rows)])).map(({ id }) => id)
}

const instant = (time: number | null | undefined) =>
  typeof time === 'number' ? new Date(time).toISOString() : null

/** Overwrites the prices of rounds that a server opened, so that they match the demo. */
const OVERWRITE_ROUND = `ON CONFLICT (ref_date) DO UPDATE SET pending_outcome = NULL,
  ref_price = excluded.ref_price, ref_source = excluded.ref_source,
  ref_candle_at = excluded.ref_candle_at, ref_read_at = excluded.ref_read_at,
  outcome = excluded.outcome, settled_at = excluded.settled_at,
  settle_price = excluded.settle_price, settle_source = excluded.settle_source,
  settle_candle_at = excluded.settle_candle_at, settle_read_at = excluded.settle_read_at,
  opening_favorite = excluded.opening_favorite`

const WRITE_CLOSE_VOTES = statement(`UPDATE round SET ${CLOSE_VOTES} WHERE settled_at IS NOT NULL`)

const WRITE_LEDGER = statement(`INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
  SELECT vote.id, user_id, round_id,
    ${settledPointsSql('outcome')}, settled_at
  FROM vote JOIN round ON round.id = round_id WHERE settled_at IS NOT NULL ORDER BY vote.id`)

async function saveReactions(
  sql: Sql,
  target: 'vote' | 'post',
  received: readonly { likes: string[]; dislikes: string[] }[],
  ids: readonly number[],
  userId: (subject: string) => number,
): Promise<void> {
  const rows = received.flatMap(({ likes, dislikes }, index) => [
    ...likes.map((subject) => ({ id: ids[index], user_id: userId(subject), kind: 'like' })),
    ...dislikes.map((subject) => ({ id: ids[index], user_id: userId(subject), kind: 'dislike' })),
  ])
  await sql.query(
    statement(`INSERT INTO ${target}_reaction (${target}_id, user_id, kind)
      SELECT id, user_id, kind FROM jsonb_to_recordset($1::text::jsonb)
        AS made(id int, user_id int, kind reaction_kind) ORDER BY id, user_id`),
    [JSON.stringify(rows)],
  )
}

/** People of the demo are no newcomers. */
const RANK_LIKES = statement('UPDATE vote_reaction SET ranks = true')

/** A server without users froze empty seasons. */
const DELETE_SEASONS = statement('DELETE FROM season')

/** Writes the whole demo. Triggers maintain the counters. */
export async function saveDemo(sql: Sql, { people, rounds, votes, posts }: Demo): Promise<void> {
  await sql.query(DELETE_SEASONS)
  const userIds = await insertRows(
    sql,
    'user_account',
    // Without an identity nobody can sign in to a demo account.
    people.map((person) => ({
      login_method: 'other',
      email: person.email,
      nickname: person.nickname,
      unique_code: person.uniqueCode,
      is_admin: person.isAdmin,
      is_demo: true,
      created: instant(person.created),
      last_login: instant(Math.max(person.created, person.lastLogin)),
      login_count: person.loginCount,
    })),
  )
  const bySubject = new Map(people.map(({ subject }, index) => [subject, userIds[index] ?? 0]))
  const userId = (subject: string) => bySubject.get(subject) ?? 0

  const roundIds = await insertRows(
    sql,
    'round',
    rounds.map(({ refDate, targetDate, reference, settlement, favorite }) => ({
      ref_date: instant(refDate),
      target_date: instant(targetDate),
      ref_price: reference.price,
      ref_source: reference.source,
      ref_candle_at: instant(reference.candleAt),
      ref_read_at: instant(reference.readAt),
      outcome: settlement?.outcome ?? null,
      settled_at: instant(settlement?.at),
      settle_price: settlement?.evidence?.price ?? null,
      settle_source: settlement?.evidence?.source ?? null,
      settle_candle_at: instant(settlement?.evidence?.candleAt),
      settle_read_at: instant(settlement?.evidence?.readAt),
      opening_favorite: favorite,
    })),
    OVERWRITE_ROUND,
  )
  const byRefDate = new Map(rounds.map(({ refDate }, index) => [refDate, roundIds[index]]))

  const voteIds = await insertRows(
    sql,
    'vote',
    votes.map((vote) => ({
      round_id: byRefDate.get(vote.refDate),
      user_id: userId(vote.subject),
      choice: vote.choice,
      offer_hit: vote.offer.hit,
      offer_miss: vote.offer.miss,
      offer_version: OFFER_VERSION,
      entry_price: vote.entryPrice,
      title: vote.title,
      content: vote.content,
      has_content: vote.content !== '',
      created: instant(vote.created),
      modified: instant(vote.modified),
      views: vote.views,
      likes: 0,
      dislikes: 0,
    })),
  )
  await saveReactions(sql, 'vote', votes, voteIds, userId)
  await sql.query(RANK_LIKES)

  const postIds = await insertRows(
    sql,
    'post',
    posts.map((post) => ({
      user_id: userId(post.subject),
      board: post.board,
      title: post.title,
      content: post.content,
      priority: post.priority,
      created: instant(post.created),
      updated: instant(post.updated),
      views: post.views,
      likes: 0,
      dislikes: 0,
    })),
  )
  await saveReactions(sql, 'post', posts, postIds, userId)
  await sql.query(WRITE_LEDGER)
  await sql.query(WRITE_CLOSE_VOTES)
}
