import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { roundStartsBetween, waitingRound } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { bulkInsert } from './bulk-insert.ts'

/**
 * Inserts `count` users with consecutive ids and returns the first id. Their unique codes contain an L,
 * which the product never uses.
 */
export async function addPeople(database: Database, count: number): Promise<number> {
  const [row] = await database.query(
    statement('SELECT coalesce(max(id), 0)::int + 1 AS next FROM user_account', {
      next: column.int,
    }),
  )
  const first = row?.next ?? 1
  await database.query(
    statement(
      `INSERT INTO user_account (id, login_method, email, nickname, unique_code, is_demo, created,
       last_login)
     SELECT n, 'other', 'load' || n || '@example.com', 'trader-' || n,
       'L' || lpad(to_hex(n), 5, '0'), true, now(), now()
     FROM generate_series($1::int, $2::int) n`,
    ),
    [first, first + count - 1],
  )
  return first
}

/** Half a year of rounds. */
const WEEKS = 26

/** Inserts settled rounds before the two that the product opens; returns their number. */
async function addPastRounds(database: Database): Promise<number> {
  const before = waitingRound(Date.now()).refDate - 1
  const starts = roundStartsBetween(before - WEEKS * WEEK_MS, before)
  await database.query(
    statement(
      `INSERT INTO round (ref_date, target_date, outcome, settled_at)
     SELECT start, start + interval '168 hours',
       (ARRAY['steady', 'steady', 'steady', 'up', 'down'])[1 + n % 5]::outcome,
       start + interval '168 hours'
     FROM unnest($1::text::timestamptz[]) WITH ORDINALITY AS s (start, n)`,
    ),
    [`{${starts.map((start) => new Date(start).toISOString()).join(',')}}`],
  )
  return starts.length
}

/** A deterministic number in [0, 1) for row n and `seed`. */
const random = (seed: number) =>
  `((hashint8extended(n, ${seed}) & 1073741823)::float8 / 1073741824.0)`

const PHRASE = 'The range low held twice, funding is flat and spot leads. '
const HEADLINE = `(ARRAY['The range held twice', 'Funding turns', 'What the week brings',
  'Waiting for the breakout', 'Nobody expects this'])[1 + (n % 5)::int]`

/**
 * Votes of half the users in each round, in round order; a third with a note, few with many likes.
 * Without reactions and ledger rows: lists read neither.
 */
const votes = (rows: number, rounds: number, perRound: number, people: number) => `
  INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
    content, has_content, created, views, likes)
  SELECT r.id, 1 + ((n % ${perRound}) * 2 + n / ${perRound}) % ${people},
    (ARRAY['up', 'up', 'steady', 'steady', 'steady', 'down', 'down', 'unknown'])
      [1 + floor(8 * ${random(1)})::int]::direction,
    30 + floor(300 * ${random(2)})::int, -30 - floor(150 * ${random(2)})::int, 1,
    CASE WHEN noted THEN ${HEADLINE} ELSE '' END,
    CASE WHEN noted THEN '<p>' || repeat('${PHRASE}', 1 + (n % 7)::int) || '</p>' ELSE '' END,
    noted, r.ref_date + interval '3 days' * (n % ${perRound}) / ${perRound},
    floor(400 * ${random(3)} ^ 4)::int, floor(60 * ${random(4)} ^ 8)::int
  FROM (SELECT id, ref_date, row_number() OVER (ORDER BY id) - 1 AS place FROM round
        ORDER BY id LIMIT ${rounds}) r
  CROSS JOIN LATERAL generate_series(place * ${perRound},
    least((place + 1) * ${perRound}, ${rows}) - 1) n
  CROSS JOIN LATERAL (SELECT ${random(5)} < 0.35 AS noted) d`

const countVotes = `
  INSERT INTO round_tally (round_id, choice, slot, votes)
    SELECT round_id, choice, user_id % 16, count(*) FROM vote GROUP BY 1, 2, 3;
  INSERT INTO list_total (list, slot, total)
    SELECT 'votes', user_id % 16, count(*) FROM vote GROUP BY 2;
  INSERT INTO user_stats (user_id, first_vote_at, last_vote_at)
    SELECT user_id, min(created), max(created) FROM vote GROUP BY 1`

/** Posts on the frees board; few users write most of them. */
const posts = (rows: number, people: number) => `
  INSERT INTO post (board, user_id, title, content, created, views, likes)
  SELECT 'frees', 1 + floor(${people} * ${random(6)} ^ 3)::int, ${HEADLINE},
    '<p>' || repeat('${PHRASE}', 1 + (n % 9)::int) || '</p>',
    now() - interval '1 second' * (${rows} - n),
    floor(900 * ${random(7)} ^ 4)::int, floor(90 * ${random(8)} ^ 8)::int
  FROM generate_series(1::bigint, ${rows}) n`

const countPosts = `INSERT INTO list_total (list, slot, total)
  SELECT board::text, user_id % 16, count(*) FROM post GROUP BY 1, 2`

/**
 * Fills an empty database: `rows` votes in past rounds and `rows` posts on the frees board, and
 * their counters. The server makes the rows itself, which is faster than
 * sending them. `rows` must be 1000 or more.
 */
export async function fillLists(database: Database, rows: number): Promise<void> {
  const rounds = await addPastRounds(database)
  const perRound = Math.ceil(rows / rounds)
  // Odd, so that the step of two in `votes` selects no user twice per round.
  const people = perRound * 2 + 1
  await addPeople(database, people)
  await Promise.all([
    bulkInsert(database, 'vote', votes(rows, rounds, perRound, people), countVotes),
    bulkInsert(database, 'post', posts(rows, people), countPosts),
  ])
  await settleDown(database)
}

/** Flushes now instead of during a measurement. */
export async function settleDown(database: Database): Promise<void> {
  await database.script('VACUUM ANALYZE')
  await database.script('CHECKPOINT')
}
