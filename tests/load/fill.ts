import type { Database } from '#api/platform/database/database.ts'

/**
 * Adds `count` people and answers the id of the first; the rest follow it without a gap. A unique
 * code with an L is none that the product would give.
 */
export async function addPeople(database: Database, count: number): Promise<number> {
  const [row] = await database.query<{ next: number }>(
    'SELECT coalesce(max(id), 0)::int + 1 AS next FROM user_account',
  )
  const first = row?.next ?? 1
  await database.query(
    `INSERT INTO user_account (id, issuer, subject, login_method, email, nickname, unique_code,
       is_demo, created, last_login)
     SELECT n, 'load', n::text, 'other', 'load' || n || '@example.com', 'trader-' || n,
       'L' || lpad(to_hex(n), 5, '0'), true, now(), now()
     FROM generate_series($1::int, $2::int) n`,
    [first, first + count - 1],
  )
  return first
}

/** Rounds of the past, so that one person can have many votes. */
async function addRounds(database: Database, count: number): Promise<void> {
  await database.query(
    `INSERT INTO round (ref_date, target_date, outcome, settled_at)
     SELECT start, start + interval '7 days', 'void', start + interval '7 days'
     FROM generate_series(1, $1::int) n,
       LATERAL (SELECT timestamptz '2010-01-04 00:00:00Z' + n * interval '7 days' AS start) s`,
    [count],
  )
}

const VOTES_EACH = 20

/** Adds votes to past rounds and posts on the frees board until both lists have `rows` rows. */
export async function growLists(database: Database, rows: number): Promise<void> {
  const [known] = await database.query<{ votes: number; posts: number }>(
    'SELECT (SELECT count(*) FROM vote)::int AS votes, (SELECT count(*) FROM post)::int AS posts',
  )
  const { votes = 0, posts = 0 } = known ?? {}
  if (votes === 0) await addRounds(database, VOTES_EACH)
  const people = Math.ceil((rows - votes) / VOTES_EACH)
  const first = await addPeople(database, people)
  await database.query(
    `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
       content, has_content, created)
     SELECT r.id, u.id, 'up', 100, -50, 1, 'The range held twice', '<p>The range held twice</p>',
       true, now()
     FROM round r, user_account u
     WHERE r.outcome = 'void' AND r.ref_date < '2011-01-01' AND u.id BETWEEN $1 AND $2`,
    [first, first + people - 1],
  )
  await database.query(
    `INSERT INTO post (board, user_id, title, content, created)
     SELECT 'frees', $1::int + n % $2::int, 'What the week brings', '<p>What the week brings</p>',
       now()
     FROM generate_series(1, $3::int) n`,
    [first, people, rows - posts],
  )
  await database.script('VACUUM ANALYZE')
  // What was filled in is written out now, not while pages are measured.
  await database.script('CHECKPOINT')
}
