import type { Database } from '#api/infrastructure/database/database.ts'

/** Versions before identities keep issuer and subject in the account. */
const ISSUER = ['issuer, subject, ', "'test', n::text, "] as const

/** Rows of the tables that every version has. */
const rowsFor = ([columns, values]: readonly [string, string]) => `
  INSERT INTO user_account (${columns}login_method, email, nickname, unique_code, created,
    last_login)
    SELECT ${values}'other', n || '@example.com', 'person ' || n, 'code' || n, now(), now()
    FROM generate_series(1, 20) n;
  INSERT INTO round (ref_date, target_date) VALUES
    ('2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'), ('2026-11-05T00:00:00Z', '2026-11-12T00:00:00Z');
  INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
    has_content, created)
    SELECT round.id, person.id, 'up', 100, -50, 1, 'Up', '<p>Up</p>', true, now()
    FROM round, user_account person;
  INSERT INTO post (board, user_id, title, content, created)
    SELECT 'frees', id, 'A post', '<p>A post</p>', now() FROM user_account;
  INSERT INTO vote_reaction (vote_id, user_id, kind)
    SELECT (SELECT min(id) FROM vote), id, 'like' FROM user_account;
  INSERT INTO post_reaction (post_id, user_id, kind)
    SELECT (SELECT min(id) FROM post), id, 'dislike' FROM user_account;
  UPDATE round SET outcome = 'up', settled_at = now() WHERE ref_date = '2026-11-02T00:00:00Z';
  INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
    SELECT vote.id, user_id, round_id, 100, now() FROM vote JOIN round ON round.id = round_id
    WHERE round.settled_at IS NOT NULL;
  INSERT INTO session (id, user_id, created, last_used, expires)
    SELECT gen_random_uuid(), id, now(), now(), now() + interval '30 days' FROM user_account;
  INSERT INTO refresh_token (hash, session_id, created)
    SELECT decode(md5(id::text) || md5(id::text), 'hex'), id, now() FROM session;
  INSERT INTO recent_view (kind, post_id, viewer, hour)
    SELECT 'post', id, decode('00ff', 'hex'), '2026-11-02T00:00:00Z' FROM post;
  INSERT INTO candle (source, otime, open) VALUES ('binance', '2026-11-02T00:00:00Z', '60000.00');
  INSERT INTO app_metadata (key, value) VALUES ('market', '{"kind": "real"}');`

/** Rows of tables that later versions added, by table. */
const LATER_ROWS: Record<string, string> = {
  direction_lock: `INSERT INTO direction_lock (round_id, user_id, since)
    SELECT round.id, person.id, now() FROM round, user_account person`,
  vote_at_midnight: `INSERT INTO vote_at_midnight (vote_id, midnight, choice, offer_hit, offer_miss,
      offer_version, carried)
    SELECT id, now(), 'up', 100, -50, 1, 0 FROM vote`,
  list_anchor: "INSERT INTO list_anchor (list, block, first_id) VALUES ('frees', 1, 1)",
  lease:
    "INSERT INTO lease (name, holder, until, term) VALUES ('keeper', gen_random_uuid(), now(), 1)",
  spent_id_token:
    "INSERT INTO spent_id_token (digest, expires) VALUES (decode('00ff', 'hex'), now())",
  erased_identity:
    "INSERT INTO erased_identity (digest, expires) VALUES (decode('00ff', 'hex'), now())",
  reply: `INSERT INTO reply (vote_id, user_id, content, created)
      SELECT min(v.id), p.id, 'A reply', now() FROM vote v, user_account p GROUP BY p.id;
    INSERT INTO reply (post_id, user_id, quote_id, content, created)
      SELECT min(p.id), min(p.user_id), NULL, 'A reply', now() FROM post p`,
  reply_mention: `INSERT INTO reply_mention (reply_id, user_id)
    SELECT (SELECT min(id) FROM reply), id FROM user_account`,
  thread_follow: `INSERT INTO thread_follow (vote_id, user_id, state, changed)
    SELECT (SELECT min(id) FROM vote), id, 'mute', now() FROM user_account`,
  thread_notice: `INSERT INTO thread_notice (vote_id, due, notified_id)
    SELECT min(id), now(), 0 FROM vote`,
  reply_reaction: `INSERT INTO reply_reaction (reply_id, user_id, kind)
    SELECT (SELECT min(id) FROM reply), id, 'like' FROM user_account`,
  identity: `INSERT INTO identity (user_id, issuer, subject, login_method, created, last_used)
    SELECT id, 'test', id::text, 'other', now(), now() FROM user_account`,
  // Settlement stores the votes of the close; the rows above settle without it.
  round_hour: `UPDATE round SET close_up = 20, close_steady = 0, close_down = 0, close_unknown = 0
    WHERE settled_at IS NOT NULL`,
  season_result: `INSERT INTO season (season, frozen_at, ranked_members)
      SELECT '2026Q3', now(), count(*) FROM user_account;
    INSERT INTO season_result (season, rank, user_id, points, settled, calls, right_calls, implied_ppm)
      SELECT '2026Q3', id, id, 0, 8, 8, 4, 4000000 FROM user_account`,
  ranking: `INSERT INTO ranking (list, rank, user_id, points, settled, calls, right_calls, implied_ppm)
    SELECT 'all', id, id, 100, 1, 1, 1, 500000 FROM user_account`,
  skill: `INSERT INTO skill (user_id, list, calls, points, variance, own_variance)
    SELECT id, 'all', 1, 100, 5000, 5000 FROM user_account;
    UPDATE ledger SET variance = 5000;
    UPDATE round SET tested_at = now() WHERE settled_at IS NOT NULL`,
  ranking_list: `INSERT INTO ranking_list (list, members, experienced)
    SELECT 'all', count(*), 0 FROM user_account`,
  receipt_leaf: `INSERT INTO receipt_leaf (round_id, leaf)
    SELECT id, decode('00ff', 'hex') FROM round`,
  receipt_tile: `INSERT INTO receipt_tile (round_id, level, index, first, hashes)
    SELECT id, 0, 0, decode('00ff', 'hex'), decode('00ff', 'hex') FROM round`,
  commitment: `INSERT INTO commitment (round_id, hash)
    SELECT id, decode('00ff', 'hex') FROM round`,
  commitment_tile: `INSERT INTO commitment_tile (round_id, index, first, commitments)
    SELECT id, 0, decode('00ff', 'hex'), decode('00ff', 'hex') FROM round`,
  log_checkpoint: `INSERT INTO log_tile (level, index, hashes) VALUES (0, 0, decode('00ff', 'hex'));
    INSERT INTO log_checkpoint (size, previous_size, round_id, root, note, created)
      SELECT 20, 0, min(id), decode('00ff', 'hex'), 'note', now() FROM round;
    INSERT INTO log_cosignature (size, witness, line, signed_at) VALUES (20, 'witness', 'line', now());
    INSERT INTO log_timestamp (size, proof, complete, updated)
      VALUES (20, decode('00ff', 'hex'), false, now())`,
  // Each person has one notification that waits for a device.
  push_delivery: `INSERT INTO notification (user_id, kind, round_id, created)
      SELECT p.id, 'settled', min(r.id), now() FROM user_account p, round r GROUP BY p.id;
    INSERT INTO notification_fanout (kind, round_id) SELECT 'settled', min(id) FROM round;
    INSERT INTO notification_setting (user_id, opened) SELECT id, true FROM user_account;
    INSERT INTO push_device (user_id, session_id, endpoint, p256dh, auth, server_key, zone, locale,
        created)
      SELECT user_id, id, id, '', '', '', 'UTC', 'en-US', now() FROM session;
    INSERT INTO push_delivery (notification_id, device_id, due, expires)
      SELECT n.id, d.id, now(), now() FROM notification n JOIN push_device d USING (user_id)`,
  price_level: `INSERT INTO price_level (user_id, price, note, repeats, is_armed, created, expires)
    SELECT id, '60000', 'note', false, true, now(), now() + interval '90 days' FROM user_account`,
  block: `INSERT INTO block (blocker_id, blocked_id, created)
    SELECT a.id, b.id, now() FROM user_account a JOIN user_account b ON b.id = a.id + 1`,
  worth_position: `INSERT INTO worth_position (user_id, mark, calls, side, is_armed)
    SELECT id, 100, '1:up:0', 'below', true FROM user_account`,
  search_document: `INSERT INTO search_document (kind, id, user_id, created, title, body, title_tokens,
      body_tokens)
    SELECT 'person', id, id, created, 'nickname', '', 'nickname'::tsvector, ''::tsvector FROM user_account`,
  week_rank: `INSERT INTO week_rank (user_id, week, rank_before, rank)
    SELECT id, '2026-11-16', 2, 1 FROM user_account`,
  twin: `INSERT INTO twin (first_id, second_id, position, rounds, same, gap_ms, others)
    SELECT id, id + 1, id, 12, 12, 20000, 0 FROM user_account WHERE id % 2 = 1`,
  round_band: `INSERT INTO round_band (round_id, up_side, up_armed, down_side, down_armed)
    SELECT id, 'below', true, 'above', true FROM round`,
  call_flip: `INSERT INTO call_flip (round_id, from_band, to_band, price, created)
    SELECT id, 'steady', 'up', '63000.01', now() FROM round`,
  receipt_key: `INSERT INTO receipt_key (id, public_key, valid_from)
    VALUES ('0123456789abcdef', decode('00ff', 'hex'), now())`,
  // The tables of moderation refer to each other, so the last one fills them all.
  report: `INSERT INTO moderation_case (target, target_id, author_id, opened)
      SELECT 'post', id, user_id, now() FROM post;
    INSERT INTO report (case_id, target, target_id, reporter_id, reason, text, created)
      SELECT id, target, target_id, author_id, 'spam', '', now() FROM moderation_case;
    INSERT INTO moderation_act (act, source, subject_id, target, target_id, reason, created)
      SELECT 'hide', 'moderator', author_id, target, target_id, 'spam', now() FROM moderation_case;
    INSERT INTO appeal (act_id, text, created) SELECT id, 'Please.', now() FROM moderation_act`,
}

/**
 * Inserts rows into each of `tables`, all tables of one version of the schema; a new table gets its rows in
 * LATER_ROWS. `translate` puts the old names of a version into the SQL.
 */
export async function insertRows(
  database: Database,
  tables: readonly string[],
  translate = (sql: string) => sql,
): Promise<void> {
  await database.script(translate(rowsFor(tables.includes('identity') ? ['', ''] : ISSUER)))
  for (const table of tables) await database.script(LATER_ROWS[table] ?? '')
}
