import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { createRoundStore } from '#api/rounds/store.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import type { Demo } from './demo.ts'
import type { PastRound } from './past-rounds.ts'
import { DEMO_ISSUER } from './people.ts'

/** Who is in the database: `real` people signed in, `demo` ones were seeded. */
export async function countPeople(database: Sql): Promise<{ real: number; demo: number }> {
  const [row] = await database.query(
    statement(
      `SELECT count(*) FILTER (WHERE NOT is_demo)::int AS real,
       count(*) FILTER (WHERE is_demo)::int AS demo FROM user_account`,
      { real: column.int, demo: column.int },
    ),
  )
  return row ?? { real: 0, demo: 0 }
}

/** Holds off every sign-in, first ones included, until the transaction ends. */
export async function holdAccounts(sql: Sql): Promise<void> {
  await sql.query(statement('LOCK TABLE user_account IN SHARE ROW EXCLUSIVE MODE'))
}

/** Rows go as one JSON parameter: both drivers bind it alike, and a statement takes thousands of rows. */
const rows = (list: readonly object[]) => [JSON.stringify(list)]
const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString())

async function savePeople(sql: Sql, people: Demo['people']): Promise<Map<string, number>> {
  const list = people.map(({ created, lastLogin, ...person }) => ({
    ...person,
    created: instant(created),
    lastLogin: instant(Math.max(created, lastLogin)),
  }))
  const saved = await sql.query(
    statement(
      `INSERT INTO user_account (issuer, subject, login_method, email, nickname, unique_code,
       is_admin, is_demo, created, last_login, login_count)
     SELECT '${DEMO_ISSUER}', subject, 'other', email, nickname, "uniqueCode", "isAdmin", true,
       created, "lastLogin", "loginCount"
     FROM jsonb_to_recordset($1::text::jsonb) AS made(subject text, email text, nickname text,
       "uniqueCode" text, "isAdmin" int, created timestamptz, "lastLogin" timestamptz,
       "loginCount" int) ORDER BY subject
     RETURNING id, subject`,
      { id: column.int, subject: column.text },
    ),
    rows(list),
  )
  return new Map(saved.map(({ id, subject }) => [subject, id]))
}

/** A round that a server opened before anybody came is told again, so that all prices fit together. */
const FORGET_PRICES = `UPDATE round SET outcome = NULL, pending_outcome = NULL, settled_at = NULL,
    ref_price = NULL, ref_source = NULL, ref_candle_at = NULL, ref_read_at = NULL,
    settle_price = NULL, settle_source = NULL, settle_candle_at = NULL, settle_read_at = NULL
  WHERE id = $1`

/** The rounds with their reference prices, not settled yet. Answers their ids by refDate. */
async function saveRounds(
  database: Database,
  rounds: readonly PastRound[],
): Promise<Map<number, number>> {
  const store = createRoundStore(database)
  await store.open(rounds.map(({ refDate }) => refDate))
  const ids = new Map<number, number>()
  for (const { refDate, reference } of rounds) {
    const round = await store.byRefDate(refDate)
    if (!round) continue
    await database.query(statement(FORGET_PRICES), [round.id])
    await store.setReference(round.id, reference)
    ids.set(refDate, round.id)
  }
  return ids
}

async function saveVotes(
  sql: Sql,
  votes: Demo['votes'],
  userIds: ReadonlyMap<string, number>,
  roundIds: ReadonlyMap<number, number>,
): Promise<void> {
  const list = votes.map((vote) => ({
    user_id: userIds.get(vote.subject),
    round_id: roundIds.get(vote.refDate),
    choice: vote.choice,
    hit: vote.offer.hit,
    miss: vote.offer.miss,
    title: vote.title,
    content: vote.content,
    created: instant(vote.created),
    modified: instant(vote.modified),
    views: vote.views,
  }))
  const saved = await sql.query(
    statement(
      `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
       content, has_content, created, modified, views)
     SELECT round_id, user_id, choice, hit, miss, ${OFFER_VERSION}, title, content, content <> '',
       created, modified, views
     FROM jsonb_to_recordset($1::text::jsonb) AS made(round_id int, user_id int, choice direction,
       hit int, miss int, title text, content text, created timestamptz, modified timestamptz,
       views int) ORDER BY created
     RETURNING id, user_id, round_id`,
      { id: column.int, user_id: column.int, round_id: column.int },
    ),
    rows(list),
  )
  const ids = new Map(saved.map(({ id, user_id, round_id }) => [`${user_id} ${round_id}`, id]))
  const idOf = (vote: Demo['votes'][number]) =>
    ids.get(`${userIds.get(vote.subject)} ${roundIds.get(vote.refDate)}`)
  await saveReactions(sql, 'vote', votes, idOf, userIds)
}

async function savePosts(
  sql: Sql,
  posts: Demo['posts'],
  userIds: ReadonlyMap<string, number>,
): Promise<void> {
  const list = posts.map((post, place) => ({
    place,
    user_id: userIds.get(post.subject),
    board: post.board,
    title: post.title,
    content: post.content,
    priority: post.priority,
    created: instant(post.created),
    updated: instant(post.updated),
    views: post.views,
  }))
  const saved = await sql.query(
    statement(
      `INSERT INTO post (board, user_id, title, content, priority, created, updated, views)
     SELECT board, user_id, title, content, priority, created, updated, views
     FROM jsonb_to_recordset($1::text::jsonb) AS made(place int, board board, user_id int,
       title text, content text, priority int, created timestamptz, updated timestamptz, views int)
     ORDER BY place RETURNING id`,
      { id: column.int },
    ),
    rows(list),
  )
  // Ids are given in the order of the places, so the sorted ids belong to the posts in their order.
  const ids = saved.map(({ id }) => id).sort((a, b) => a - b)
  const places = new Map(posts.map((post, place) => [post, ids[place]]))
  await saveReactions(sql, 'post', posts, (post) => places.get(post), userIds)
}

async function saveReactions<Made extends { likes: string[]; dislikes: string[] }>(
  sql: Sql,
  kind: 'vote' | 'post',
  all: readonly Made[],
  idOf: (made: Made) => number | undefined,
  userIds: ReadonlyMap<string, number>,
): Promise<void> {
  const list = all.flatMap((made) => {
    const of = (subjects: string[], reaction: string) =>
      subjects.map((subject) => ({ id: idOf(made), user_id: userIds.get(subject), kind: reaction }))
    return [...of(made.likes, 'like'), ...of(made.dislikes, 'dislike')]
  })
  await sql.query(
    statement(
      `INSERT INTO ${kind}_reaction (${kind}_id, user_id, kind)
     SELECT id, user_id, kind FROM jsonb_to_recordset($1::text::jsonb)
       AS made(id int, user_id int, kind reaction_kind) ORDER BY id, user_id`,
    ),
    rows(list),
  )
}

/** Writes the whole demo, inside the transaction that `database` stands for. */
export async function saveDemo(database: Database, demo: Demo): Promise<void> {
  const userIds = await savePeople(database, demo.people)
  const roundIds = await saveRounds(database, demo.rounds)
  await saveVotes(database, demo.votes, userIds, roundIds)
  await savePosts(database, demo.posts, userIds)
  const store = createRoundStore(database)
  for (const { refDate, settlement } of demo.rounds) {
    const roundId = roundIds.get(refDate)
    if (settlement && roundId !== undefined) await store.settle({ roundId, ...settlement })
  }
}
