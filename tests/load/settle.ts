import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { roundStartsBetween } from '#shared/rules/schedule.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { bulkInsert } from './bulk-insert.ts'
import { addPeople, settleDown } from './fill.ts'
import type { Row } from './report.ts'
import { shortCount } from './scale-size.ts'

/** Rounds settled per side, alternating; their times are summed. */
const TURNS = 2
const SAMPLE_MS = 20
const WARM_UP_VOTES = 10_000
const MB = 1_000_000

/** The same tables with the same indexes and data, without triggers and foreign keys. */
const BARE = `
  CREATE TABLE bare_ledger (LIKE ledger INCLUDING INDEXES);
  CREATE TABLE lone_ledger (LIKE ledger INCLUDING INDEXES);
  CREATE TABLE bare_season_stats (LIKE season_stats INCLUDING INDEXES);
  CREATE TABLE bare_user_stats (LIKE user_stats INCLUDING INDEXES);
  INSERT INTO bare_user_stats SELECT * FROM user_stats;
  CREATE TABLE bare_round (LIKE round INCLUDING INDEXES);
  INSERT INTO bare_round SELECT * FROM round;
  CREATE TABLE bare_offer_bin (LIKE offer_bin INCLUDING INDEXES);
  CREATE TABLE bare_round_extreme (LIKE round_extreme INCLUDING INDEXES)`

const SETTLE_BARE = `WITH paid AS (
    INSERT INTO bare_ledger (vote_id, user_id, round_id, points, settled_at)
    SELECT id, user_id, round_id,
      CASE choice WHEN 'unknown' THEN 0 WHEN 'up' THEN offer_hit ELSE offer_miss END, now()
    FROM vote WHERE round_id = $1 RETURNING vote_id, user_id, points),
  seasons AS (
    INSERT INTO bare_season_stats AS s
    SELECT '2020Q1', paid.user_id, points, 1, 1, 1, 500000, created
    FROM paid JOIN vote ON vote.id = vote_id
    ON CONFLICT (season, user_id) DO UPDATE SET points = s.points + excluded.points,
      settled = s.settled + 1, calls = s.calls + 1, right_calls = s.right_calls + 1,
      implied_ppm = s.implied_ppm + excluded.implied_ppm,
      first_vote_at = least(s.first_vote_at, excluded.first_vote_at)),
  stats AS (
    UPDATE bare_user_stats s SET points = s.points + paid.points, settled = s.settled + 1,
      calls = calls + 1, right_calls = right_calls + 1, implied_ppm = implied_ppm + 500000,
      up_calls = up_calls + 1, up_right = up_right + 1, up_points = up_points + paid.points
    FROM paid WHERE s.user_id = paid.user_id),
  call AS MATERIALIZED (
    SELECT vote_id, points, choice = 'up' AS is_right, offer_version AS version, offer_hit AS hit,
      -offer_miss AS miss
    FROM paid JOIN vote ON id = vote_id WHERE choice <> 'unknown'),
  results AS (
    UPDATE bare_round SET calls = sums.calls, right_calls = sums.right_calls,
      call_points = sums.points
    FROM (SELECT count(*) AS calls, count(*) FILTER (WHERE is_right) AS right_calls,
      sum(points) AS points FROM call) sums WHERE id = $1),
  bins AS (
    INSERT INTO bare_offer_bin AS b (version, bin, calls, right_calls, implied_ppm)
    SELECT version, 20 * miss / (hit + miss), count(*), count(*) FILTER (WHERE is_right),
      sum(round(1e6 * miss / (hit + miss))) FROM call GROUP BY 1, 2
    ON CONFLICT (version, bin) DO UPDATE SET calls = b.calls + excluded.calls)
  INSERT INTO bare_round_extreme (round_id, kind, position, vote_id)
    SELECT $1, kind::call_rank, position, vote_id FROM (
      SELECT 'best' AS kind, vote_id, row_number() OVER (ORDER BY points DESC, vote_id) AS position
      FROM call
      UNION ALL SELECT 'worst', vote_id, row_number() OVER (ORDER BY points, vote_id) FROM call
    ) ranked WHERE position <= 5`

/** Ledger rows only, without points. */
const LEDGER_ALONE = `INSERT INTO lone_ledger (vote_id, user_id, round_id, points, settled_at)
  SELECT id, user_id, round_id,
    CASE choice WHEN 'unknown' THEN 0 WHEN 'up' THEN offer_hit ELSE offer_miss END, now()
  FROM vote WHERE round_id = $1`

/** Creates `count` rounds from `since` (epoch ms) with a vote of each of `people`; returns their ids. */
async function addVotedRounds(database: Database, since: number, count: number, people: number) {
  const starts = roundStartsBetween(since, since + count * WEEK_MS)
  const rounds = await createRoundStore(database).open(starts.slice(0, count))
  const ids = rounds.map(({ id }) => id)
  const first = await addPeople(database, people)
  const insert = `
    INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
      content, has_content, created)
    SELECT r.id, n, (ARRAY['up', 'steady', 'down', 'unknown'])[1 + (n * 7 + r.id) % 4]::direction,
      30 + (n * 31 + r.id) % 300, -30 - (n * 17 + r.id) % 150, 1, '', '', false, r.ref_date
    FROM round r CROSS JOIN generate_series(${first}, ${first + people - 1}) n
    WHERE r.id IN (${ids.join(', ')})`
  const stats = `
    INSERT INTO user_stats (user_id, first_vote_at, last_vote_at)
      SELECT user_id, min(created), max(created) FROM vote WHERE user_id >= ${first} GROUP BY 1`
  await bulkInsert(database, 'vote', insert, stats)
  return ids
}

/** Runs `work`; returns its milliseconds, and this process's memory before and at its peak (bytes). */
async function watch(work: () => Promise<unknown>) {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, SAMPLE_MS)
  const begin = performance.now()
  try {
    await work()
  } finally {
    clearInterval(sampling)
  }
  const ms = performance.now() - begin
  return { ms, before, peak: Math.max(peak, process.memoryUsage.rss()) }
}

/** Measures settling rounds of `votes` votes against one statement that writes the same rows. */
export async function benchSettle(database: Database, votes: number): Promise<Row[]> {
  const store = createRoundStore(database)
  // The first settlement compiles code and opens connections, whatever the size of its round.
  const [small = 0] = await addVotedRounds(database, Date.UTC(2019, 0, 1), 1, WARM_UP_VOTES)
  await store.settle({ roundId: small, outcome: 'up', evidence: null, at: Date.now() })
  const ids = await addVotedRounds(database, Date.UTC(2020, 0, 1), TURNS * 2, votes)
  await database.script(BARE)
  const sums = { own: 0, baseline: 0, ledger: 0 }
  const memory = { before: 0, peak: 0 }
  const turn = async (work: () => Promise<unknown>) => {
    await settleDown(database)
    return watch(work)
  }
  for (let index = 0; index < TURNS; index++) {
    const [roundId = 0, other = 0] = ids.slice(index * 2)
    const at = Date.now()
    const own = await turn(() => store.settle({ roundId, outcome: 'up', evidence: null, at }))
    memory.before = Math.max(memory.before, own.before)
    memory.peak = Math.max(memory.peak, own.peak)
    sums.own += own.ms
    sums.baseline += (await turn(() => database.query(statement(SETTLE_BARE), [other]))).ms
    sums.ledger += (await turn(() => database.query(statement(LEDGER_ALONE), [other]))).ms
  }
  const what = `settling a round of ${shortCount(votes)} votes`
  const time = { what, unit: 'ms' as const, own: sums.own / TURNS }
  return [
    { ...time, against: 'one bare statement, same rows', baseline: sums.baseline / TURNS, bar: 3 },
    { ...time, against: 'ledger rows alone', baseline: sums.ledger / TURNS, bar: null },
    {
      what: `${what}, memory at its peak`,
      against: 'before',
      unit: 'MB',
      own: memory.peak / MB,
      baseline: memory.before / MB,
      bar: 1.1,
    },
  ]
}
