import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { seasonSql } from '#api/modules/rounds/points-sql.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { createSearchStore } from '#api/modules/search/store.ts'
import { roundStartsBetween, waitingRound } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { bulkInsert } from '#tests/load/bulk-insert.ts'
import { settleDown } from '#tests/load/fill.ts'

/** Settled rounds of the season; everybody in it calls in each. */
const SEASON_ROUNDS = 10

/** The rows that were filled. Instants are epoch milliseconds. */
export interface FilledSeason {
  /** People of the season: users 1 to `members`. */
  members: number
  /** The closed round with a vote of every user. */
  largeRound: { id: number; refDate: number; votes: number }
}

/** The code of a user, valid unlike those of `addPeople`. */
export const codeOf = (id: number) => id.toString(16).toUpperCase().padStart(6, '0')

const PEOPLE = `INSERT INTO user_account (id, login_method, email, nickname, unique_code, is_demo,
    created, last_login)
  SELECT n, 'other', '', 'trader-' || n, upper(lpad(to_hex(n), 6, '0')), true,
    '2020-01-01', '2020-01-01'
  FROM generate_series(1, $1::int) n`

/** One vote of each of `people` in each round of `rounds`. */
const votes = (rounds: string, people: number) => `
  INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
    has_content, created, salt)
  SELECT r.id, n, (ARRAY['up', 'steady', 'down', 'unknown', 'steady', 'up', 'steady', 'down', 'steady',
      'up'])[1 + (n * 7 + r.id * 3) % 10]::direction,
    30 + (n * 31 + r.id) % 300, -30 - (n * 17 + r.id) % 150, 1, '', '', false,
    r.ref_date + interval '1 second' * (n % 250000),
    decode(md5(n::text || '-' || r.id::text), 'hex')
  FROM round r CROSS JOIN generate_series(1, ${people}) n WHERE r.id IN (${rounds}) ORDER BY r.id, n`

const COUNTERS = `
  INSERT INTO round_tally (round_id, choice, slot, votes)
    SELECT round_id, choice, user_id % 16, count(*) FROM vote GROUP BY 1, 2, 3;
  INSERT INTO round_hour (round_id, hour, choice, slot, votes)
    SELECT round_id, date_trunc('hour', created, 'UTC'), choice, user_id % 16, count(*)
    FROM vote GROUP BY 1, 2, 3, 4;
  INSERT INTO list_total (list, slot, total)
    SELECT 'votes', user_id % 16, count(*) FROM vote GROUP BY 2;
  INSERT INTO user_stats (user_id, first_vote_at, last_vote_at)
    SELECT user_id, min(created), max(created) FROM vote GROUP BY 1`

/**
 * Settles rounds with a ledger whose counters are sums, as the triggers make them. They count as tested and
 * as in the log, which leaves the large round as the only one to append.
 */
const settled = (rounds: string) => `
  UPDATE round SET outcome = 'steady', settled_at = target_date, ref_price = '60000',
    settle_price = '60000', log_index = 0, receipt_size = 0, tested_at = target_date
    WHERE id IN (${rounds});
  ALTER TABLE ledger DISABLE TRIGGER USER;
  INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
    SELECT v.id, user_id, round_id, CASE choice WHEN 'unknown' THEN 0 WHEN 'steady' THEN offer_hit
      ELSE offer_miss END, target_date
    FROM vote v JOIN round r ON r.id = round_id WHERE round_id IN (${rounds});
  ALTER TABLE ledger ENABLE TRIGGER USER;
  CREATE TEMPORARY TABLE sums AS
    SELECT ${seasonSql('target_date')} AS season, l.user_id, sum(points) AS points,
      count(*) AS settled, count(*) FILTER (WHERE choice <> 'unknown') AS calls,
      count(*) FILTER (WHERE choice = 'steady') AS right_calls,
      sum(round(1e6 * -offer_miss / (offer_hit - offer_miss)))
        FILTER (WHERE choice <> 'unknown') AS implied_ppm, min(created) AS first_vote_at
    FROM ledger l JOIN vote v ON v.id = l.vote_id JOIN round r ON r.id = l.round_id GROUP BY 1, 2;
  INSERT INTO season_stats (season, user_id, points, settled, calls, right_calls, implied_ppm,
      first_vote_at)
    SELECT season, user_id, points, settled, calls, right_calls, coalesce(implied_ppm, 0),
      first_vote_at FROM sums;
  UPDATE user_stats s SET points = f.points, settled = f.settled, calls = f.calls,
    right_calls = f.right_calls, implied_ppm = coalesce(f.implied_ppm, 0)
    FROM sums f WHERE f.user_id = s.user_id;
  DROP TABLE sums`

/**
 * Fills an empty database as of `now` (epoch ms): a season with `members` people and ten times as many
 * settled votes, and a closed round, not settled, with a vote of ten times as many users.
 */
export async function fillSeasons(
  database: Database,
  now: number,
  members: number,
): Promise<FilledSeason> {
  const people = members * SEASON_ROUNDS
  await database.query(statement(PEOPLE), [people])
  const waiting = waitingRound(now)
  const before = waiting.refDate - WEEK_MS
  const starts = roundStartsBetween(before - SEASON_ROUNDS * WEEK_MS, before).slice(-SEASON_ROUNDS)
  const store = createRoundStore(database)
  const past = (await store.open(starts)).map(({ id }) => id).join(', ')
  const between = roundStartsBetween(before, waiting.refDate - 1)
  const others = (await store.open(between)).map(({ id }) => id).join(', ')
  const [large] = await store.open([waiting.refDate])
  if (!large) throw new Error('the closed round was not made')
  await bulkInsert(database, 'vote', votes(past, members), votes(`${large.id}`, people))
  await database.transaction(async (sql) => {
    await sql.script(COUNTERS)
    await sql.script(settled(past))
    // Rounds between the two have no votes.
    await sql.script(`UPDATE round SET outcome = 'void', settled_at = target_date
      WHERE id IN (${others}) AND target_date < to_timestamp(${now / 1000})`)
  })
  // Names are searchable, as on a server that has run before.
  await createSearchStore(database).saveAddedUpTo({ note: 0, post: 0, person: people, reply: 0 })
  await settleDown(database)
  return { members, largeRound: { id: large.id, refDate: large.refDate, votes: people } }
}
