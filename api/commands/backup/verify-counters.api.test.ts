import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/infrastructure/database/database.ts'
import { type Sql, statement } from '#api/infrastructure/database/sql.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { verifyCounters } from './verify-counters.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
  await database.script(`
    INSERT INTO user_account (id, login_method, email, nickname, unique_code,
      created, last_login) VALUES (1, 'local', 'a@b', 'a', 'AAAAA1', now(), now()),
      (2, 'local', 'b@b', 'b', 'AAAAA2', now(), now());
    INSERT INTO round (id, ref_date, target_date, outcome, settled_at)
      VALUES (1, '2026-11-02Z', '2026-11-09Z', 'up', now()), (2, '2026-11-05Z', '2026-11-12Z', NULL, NULL);
    INSERT INTO vote (id, round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
      content, has_content, created)
      VALUES (1, 1, 1, 'up', 100, -50, 1, 't', 'c', true, '2026-11-02Z'),
             (2, 1, 2, 'down', 100, -50, 1, 't', 'c', true, '2026-11-02Z'),
             (3, 2, 1, 'up', 100, -50, 1, 't', 'c', true, '2026-11-06Z');
    INSERT INTO post (id, board, user_id, title, content, priority, created)
      VALUES (1, 'frees', 1, 't', 'c', 99, now()), (2, 'notices', 1, 't', 'c', 5, now());
    INSERT INTO vote_reaction VALUES (1, 2, 'like');
    INSERT INTO post_reaction VALUES (1, 2, 'dislike');
    INSERT INTO ledger VALUES (1, 1, 1, 100, now()), (2, 2, 1, -50, now());
    UPDATE round SET close_up = 1, close_steady = 0, close_down = 1, close_unknown = 0
      WHERE id = 1;`)
})

afterAll(() => database.close())

test('finds no difference after writes through the triggers', async () => {
  expect(await verifyCounters(database)).toEqual([])
})

test('stats of people follow a ledger row that is removed and written again', async () => {
  const undo = new Error('undo')
  const rewrite = async (sql: Sql) => {
    await sql.query(statement('DELETE FROM round_extreme'))
    await sql.query(statement('DELETE FROM ledger WHERE vote_id = 2'))
    const without = await verifyCounters(sql)
    await sql.query(statement('INSERT INTO ledger VALUES (2, 2, 1, -50, now())'))
    const both = [...without, ...(await verifyCounters(sql))]
    expect(both.filter(({ counter }) => /^(user|season)_stats/.test(counter))).toEqual([])
    throw undo
  }
  expect(await database.transaction(rewrite).catch((error: unknown) => error)).toBe(undo)
})

test.each([
  ['round_tally', 'round 1 up', 'UPDATE round_tally SET votes = 4 WHERE round_id = 1'],
  ['round_tally', 'round 2 up', 'DELETE FROM round_tally WHERE round_id = 2'],
  ['round_hour', 'round 1 up', 'UPDATE round_hour SET votes = 4 WHERE round_id = 1'],
  ['round_hour', 'round 2 up', "UPDATE round_hour SET hour = hour + interval '1 hour'"],
  ['round.close_up', 'round 1', 'UPDATE round SET close_up = 2 WHERE id = 1'],
  ['round.calls', 'round 1', 'UPDATE round SET calls = 3 WHERE id = 1'],
  ['round.right_calls', 'round 1', 'UPDATE round SET right_calls = 2 WHERE id = 1'],
  ['round.call_points', 'round 1', 'UPDATE round SET call_points = 0 WHERE id = 1'],
  ['round_extreme.best', 'round 1 best 1', 'UPDATE round_extreme SET vote_id = 2'],
  ['round_extreme.worst', 'round 1 worst 2', 'DELETE FROM round_extreme WHERE position = 2'],
  ['offer_bin.calls', 'version 1 bin 6', 'UPDATE offer_bin SET calls = 1'],
  ['offer_bin.right_calls', 'version 1 bin 6', 'UPDATE offer_bin SET right_calls = 0'],
  ['offer_bin.implied_ppm', 'version 1 bin 6', 'UPDATE offer_bin SET implied_ppm = 1'],
  ['list_total', 'votes', "UPDATE list_total SET total = 9 WHERE list = 'votes' AND slot = 1"],
  ['list_total', 'notes', "DELETE FROM list_total WHERE list = 'notes'"],
  ['list_total', 'important', "DELETE FROM list_total WHERE list = 'important'"],
  ['list_total', 'ghosts', "INSERT INTO list_total VALUES ('ghosts', 0, 1)"],
  ['user_stats.points', 'user 2', 'UPDATE user_stats SET points = 1 WHERE user_id = 2'],
  ['user_stats.settled', 'user 1', 'UPDATE user_stats SET settled = 2 WHERE user_id = 1'],
  ['user_stats.last_vote_at', 'user 1', 'UPDATE user_stats SET last_vote_at = now()'],
  ['user_stats.first_vote_at', 'user 1', 'UPDATE user_stats SET first_vote_at = now()'],
  ['user_stats.calls', 'user 1', 'UPDATE user_stats SET calls = 2'],
  ['user_stats.right_calls', 'user 2', 'UPDATE user_stats SET right_calls = 1'],
  ['user_stats.implied_ppm', 'user 1', 'UPDATE user_stats SET implied_ppm = 333334'],
  ['user_stats.up_points', 'user 1', 'UPDATE user_stats SET up_points = 0'],
  ['user_stats.down_calls', 'user 2', 'UPDATE user_stats SET down_calls = 0'],
  ['season_stats.points', '2026Q4 user 2', 'UPDATE season_stats SET points = 0'],
  ['season_stats.settled', '2026Q4 user 1', 'DELETE FROM season_stats'],
  ['season_stats.calls', '2026Q3 user 1', "UPDATE season_stats SET season = '2026Q3'"],
  ['season_stats.right_calls', '2026Q4 user 2', 'UPDATE season_stats SET right_calls = 1'],
  ['season_stats.implied_ppm', '2026Q4 user 2', 'UPDATE season_stats SET implied_ppm = 1'],
  ['season_stats.first_vote_at', '2026Q4 user 1', 'UPDATE season_stats SET first_vote_at = now()'],
  [
    'ranking.points',
    'all user 1',
    `WITH written AS (DELETE FROM ranking_change)
      INSERT INTO ranking VALUES ('all', 1, 1, 99, 1, 1, 1, 0)`,
  ],
  ['ranking.rank', 'all rank 2', "INSERT INTO ranking VALUES ('all', 2, 1, 100, 1, 1, 1, 0)"],
  ['skill.points', 'all user 1', "INSERT INTO skill VALUES (1, 'all', 1, 99, 5000, 5000)"],
  ['skill.calls', '2026Q4 user 1', "INSERT INTO skill VALUES (1, '2026Q4', 2, 100, 5000, 5000)"],
  ['skill.variance', 'all user 1', "INSERT INTO skill VALUES (1, 'all', 1, 100, 4000, 5000)"],
  ['ranking_list.members', 'all', "INSERT INTO ranking_list VALUES ('all', 1, 1)"],
  ['season.ranked_members', '2026Q3', "INSERT INTO season VALUES ('2026Q3', now(), 1)"],
  [
    'ledger',
    'round 1',
    'WITH e AS (DELETE FROM round_extreme) DELETE FROM ledger WHERE vote_id = 2',
  ],
  ['ledger', 'round 2', 'INSERT INTO ledger VALUES (3, 1, 2, 0, now())'],
  ['ledger.user', 'vote 2', 'UPDATE ledger SET user_id = 1 WHERE vote_id = 2'],
  ['ledger.user', 'vote 2', 'UPDATE ledger SET user_id = 99 WHERE vote_id = 2'],
  ['ledger.round', 'vote 2', 'UPDATE ledger SET round_id = 2 WHERE vote_id = 2'],
  ['ledger.points', 'vote 1', 'UPDATE vote SET carried = 3 WHERE id = 1'],
  ['ledger.points', 'vote 2', 'UPDATE ledger SET points = 100 WHERE vote_id = 2'],
  ['vote.likes', 'vote 1', 'UPDATE vote SET likes = 0 WHERE id = 1'],
  ['vote.dislikes', 'vote 2', 'UPDATE vote SET dislikes = 3 WHERE id = 2'],
  ['post.likes', 'post 1', 'UPDATE post SET likes = 1 WHERE id = 1'],
  ['post.dislikes', 'post 1', 'UPDATE post SET dislikes = 2 WHERE id = 1'],
])('finds a wrong %s of %s', async (counter, of, change) => {
  const undo = new Error('undo')
  const found = await database
    .transaction(async (sql) => {
      await sql.query(statement(change))
      throw Object.assign(undo, { differences: await verifyCounters(sql) })
    })
    .catch((error: typeof undo & { differences?: { counter: string; of: string }[] }) => {
      if (error !== undo) throw error
      return error.differences ?? []
    })
  expect(found).toContainEqual(
    expect.objectContaining({ counter, of: expect.stringContaining(of) }),
  )
})
