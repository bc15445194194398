-- Triggers that maintain the counters, so that no page has to count rows. The file is run again at the
-- first start after it changed; it changes no data.
--
-- Lock order of every statement: vote, post → round_tally → list_total → season_stats → user_stats →
-- round_hour, by key within a table; triggers of one table fire by name. Tallies, hours and totals are
-- spread over 16 slots by author to avoid lock contention.

-- A new vote: tally of its round, length of the lists of votes and of notes, stats of its author.
CREATE OR REPLACE FUNCTION count_new_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO round_tally AS t (round_id, choice, slot, votes)
    SELECT round_id, choice, user_id % 16, count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (round_id, choice, slot) DO UPDATE SET votes = t.votes + excluded.votes;
  INSERT INTO list_total AS t (list, slot, total)
    SELECT list, slot, count(*) FROM (
      SELECT 'votes' AS list, user_id % 16 AS slot FROM added
      UNION ALL
      SELECT 'notes', user_id % 16 FROM added WHERE has_content
    ) counted GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (list, slot) DO UPDATE SET total = t.total + excluded.total;
  INSERT INTO user_stats AS s (user_id, first_vote_at, last_vote_at)
    SELECT user_id, min(created), max(created) FROM added GROUP BY 1 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET
      first_vote_at = least(s.first_vote_at, excluded.first_vote_at),
      last_vote_at = greatest(s.last_vote_at, excluded.last_vote_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_added AFTER INSERT ON vote
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_votes();

-- A sealed round takes no vote. Sealing locks the round against the foreign keys of earlier votes, which are
-- checked before this trigger runs; so each vote is either a leaf of the tree or refused.
CREATE OR REPLACE FUNCTION refuse_votes_of_sealed_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM round WHERE sealed_at IS NOT NULL
             AND id IN (SELECT DISTINCT round_id FROM added)) THEN
    RAISE EXCEPTION 'the round is sealed' USING ERRCODE = 'TM001';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_sealed AFTER INSERT ON vote
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_votes_of_sealed_rounds();

-- Removed votes: the same counters. Stats of a user without votes are removed.
CREATE OR REPLACE FUNCTION count_removed_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE round_tally t SET votes = t.votes - removed_from.votes
    FROM (SELECT round_id, choice, user_id % 16 AS slot, count(*)::int AS votes
          FROM removed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) removed_from
    WHERE (t.round_id, t.choice, t.slot)
      = (removed_from.round_id, removed_from.choice, removed_from.slot);
  UPDATE list_total t SET total = t.total - removed_from.votes
    FROM (SELECT user_id % 16 AS slot, count(*)::int AS votes
          FROM removed GROUP BY 1 ORDER BY 1) removed_from
    WHERE t.list = 'votes' AND t.slot = removed_from.slot;
  DELETE FROM user_stats s WHERE user_id IN (SELECT user_id FROM removed)
    AND NOT EXISTS (SELECT FROM vote WHERE vote.user_id = s.user_id);
  UPDATE user_stats s SET first_vote_at = rest.first_at, last_vote_at = rest.last_at
    FROM (SELECT user_id, min(created) AS first_at, max(created) AS last_at FROM vote
          WHERE user_id IN (SELECT user_id FROM removed) GROUP BY 1 ORDER BY 1) rest
    WHERE s.user_id = rest.user_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_removed AFTER DELETE ON vote
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_votes();

-- A note that is added, removed, hidden or shown again joins or leaves the list of notes.
CREATE OR REPLACE FUNCTION count_changed_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (list, slot, total)
    VALUES ('notes', old.user_id % 16,
      CASE WHEN TG_OP = 'UPDATE' AND new.has_content AND new.note_hidden_at IS NULL
        THEN 1 ELSE -1 END)
    ON CONFLICT (list, slot) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER note_changed AFTER UPDATE OF has_content, note_hidden_at ON vote
  FOR EACH ROW WHEN ((old.has_content AND old.note_hidden_at IS NULL)
    <> (new.has_content AND new.note_hidden_at IS NULL))
  EXECUTE FUNCTION count_changed_note();
CREATE OR REPLACE TRIGGER note_removed AFTER DELETE ON vote
  FOR EACH ROW WHEN (old.has_content AND old.note_hidden_at IS NULL)
  EXECUTE FUNCTION count_changed_note();

-- A changed direction moves the vote from one tally to another.
CREATE OR REPLACE FUNCTION move_changed_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO round_tally AS t (round_id, choice, slot, votes)
    VALUES (new.round_id, least(old.choice, new.choice), new.user_id % 16, 0),
           (new.round_id, greatest(old.choice, new.choice), new.user_id % 16, 0)
    ON CONFLICT (round_id, choice, slot) DO NOTHING;
  UPDATE round_tally t SET votes = t.votes + CASE WHEN t.choice = new.choice THEN 1 ELSE -1 END
    FROM (SELECT choice FROM round_tally
          WHERE round_id = new.round_id AND slot = new.user_id % 16
            AND choice IN (old.choice, new.choice)
          ORDER BY choice FOR UPDATE) locked
    WHERE t.round_id = new.round_id AND t.slot = new.user_id % 16 AND t.choice = locked.choice;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_moved AFTER UPDATE OF choice ON vote
  FOR EACH ROW WHEN (old.choice IS DISTINCT FROM new.choice) EXECUTE FUNCTION move_changed_vote();

-- Votes by hour of creation and present direction; a changed direction stays in its hour.
CREATE OR REPLACE FUNCTION count_new_vote_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO round_hour AS h (round_id, hour, choice, slot, votes)
    SELECT round_id, date_trunc('hour', created, 'UTC'), choice, user_id % 16, count(*)
    FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (round_id, hour, choice, slot) DO UPDATE SET votes = h.votes + excluded.votes;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_timed_added AFTER INSERT ON vote
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_vote_hours();

CREATE OR REPLACE FUNCTION count_removed_vote_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE round_hour h SET votes = h.votes - removed_from.votes
    FROM (SELECT round_id, date_trunc('hour', created, 'UTC') AS hour, choice, user_id % 16 AS slot,
            count(*)::int AS votes
          FROM removed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4) removed_from
    WHERE (h.round_id, h.hour, h.choice, h.slot)
      = (removed_from.round_id, removed_from.hour, removed_from.choice, removed_from.slot);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_timed_removed AFTER DELETE ON vote
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_vote_hours();

CREATE OR REPLACE FUNCTION move_changed_vote_hour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO round_hour AS h (round_id, hour, choice, slot, votes)
    SELECT new.round_id, date_trunc('hour', new.created, 'UTC'), moved.choice, new.user_id % 16, change
    FROM (VALUES (old.choice, -1), (new.choice, 1)) moved (choice, change) ORDER BY moved.choice
    ON CONFLICT (round_id, hour, choice, slot) DO UPDATE SET votes = h.votes + excluded.votes;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_timed_moved AFTER UPDATE OF choice ON vote
  FOR EACH ROW WHEN (old.choice IS DISTINCT FROM new.choice)
  EXECUTE FUNCTION move_changed_vote_hour();

-- A new post: length of its board and of the important notices.
CREATE OR REPLACE FUNCTION count_new_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (list, slot, total)
    SELECT list, slot, count(*) FROM (
      SELECT board::text AS list, user_id % 16 AS slot FROM added
      UNION ALL
      SELECT 'important', user_id % 16 FROM added WHERE board = 'notices' AND priority < 99
    ) counted GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (list, slot) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post_added AFTER INSERT ON post
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_posts();

-- A notice that becomes important or ordinary.
CREATE OR REPLACE FUNCTION count_changed_priority() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (list, slot, total)
    VALUES ('important', new.user_id % 16, CASE WHEN new.priority < 99 THEN 1 ELSE -1 END)
    ON CONFLICT (list, slot) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post_priority_changed AFTER UPDATE OF priority ON post
  FOR EACH ROW WHEN (new.board = 'notices' AND new.hidden_at IS NULL
    AND (old.priority < 99) <> (new.priority < 99))
  EXECUTE FUNCTION count_changed_priority();

-- A post that is hidden or shown again leaves or joins its lists.
CREATE OR REPLACE FUNCTION count_hidden_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (list, slot, total)
    SELECT list, new.user_id % 16, CASE WHEN new.hidden_at IS NULL THEN 1 ELSE -1 END
    FROM unnest(CASE WHEN new.board = 'notices' AND new.priority < 99
      THEN ARRAY['important', 'notices'] ELSE ARRAY[new.board::text] END) list
    ON CONFLICT (list, slot) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post_hidden AFTER UPDATE OF hidden_at ON post
  FOR EACH ROW WHEN ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL))
  EXECUTE FUNCTION count_hidden_post();

-- A removed post leaves its lists; a hidden one has left them already.
CREATE OR REPLACE FUNCTION count_removed_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (list, slot, total)
    SELECT list, old.user_id % 16, -1
    FROM unnest(CASE WHEN old.board = 'notices' AND old.priority < 99
      THEN ARRAY['important', 'notices'] ELSE ARRAY[old.board::text] END) list
    ON CONFLICT (list, slot) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post_removed AFTER DELETE ON post
  FOR EACH ROW WHEN (old.hidden_at IS NULL) EXECUTE FUNCTION count_removed_post();

-- Likes and dislikes of votes and posts.
CREATE OR REPLACE FUNCTION count_vote_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE vote SET
    likes = likes + CASE WHEN TG_OP <> 'DELETE' AND new.kind = 'like' THEN 1 ELSE 0 END
                  - CASE WHEN TG_OP <> 'INSERT' AND old.kind = 'like' THEN 1 ELSE 0 END,
    dislikes = dislikes + CASE WHEN TG_OP <> 'DELETE' AND new.kind = 'dislike' THEN 1 ELSE 0 END
                        - CASE WHEN TG_OP <> 'INSERT' AND old.kind = 'dislike' THEN 1 ELSE 0 END
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN old.vote_id ELSE new.vote_id END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_reaction_set AFTER INSERT OR DELETE ON vote_reaction
  FOR EACH ROW EXECUTE FUNCTION count_vote_reaction();
CREATE OR REPLACE TRIGGER vote_reaction_changed AFTER UPDATE OF kind ON vote_reaction
  FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind) EXECUTE FUNCTION count_vote_reaction();

-- Likes that order lists, which a new account's do not yet.
CREATE OR REPLACE FUNCTION count_ranked_like() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND new.ranks AND new.kind = 'like' THEN change := 1; END IF;
  IF TG_OP <> 'INSERT' AND old.ranks AND old.kind = 'like' THEN change := change - 1; END IF;
  IF change <> 0 THEN
    UPDATE vote SET ranked_likes = ranked_likes + change
      WHERE id = CASE WHEN TG_OP = 'DELETE' THEN old.vote_id ELSE new.vote_id END;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER vote_ranked_like_set AFTER INSERT OR DELETE OR UPDATE OF kind, ranks
  ON vote_reaction FOR EACH ROW EXECUTE FUNCTION count_ranked_like();

CREATE OR REPLACE FUNCTION count_post_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post SET
    likes = likes + CASE WHEN TG_OP <> 'DELETE' AND new.kind = 'like' THEN 1 ELSE 0 END
                  - CASE WHEN TG_OP <> 'INSERT' AND old.kind = 'like' THEN 1 ELSE 0 END,
    dislikes = dislikes + CASE WHEN TG_OP <> 'DELETE' AND new.kind = 'dislike' THEN 1 ELSE 0 END
                        - CASE WHEN TG_OP <> 'INSERT' AND old.kind = 'dislike' THEN 1 ELSE 0 END
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN old.post_id ELSE new.post_id END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER post_reaction_set AFTER INSERT OR DELETE ON post_reaction
  FOR EACH ROW EXECUTE FUNCTION count_post_reaction();
CREATE OR REPLACE TRIGGER post_reaction_changed AFTER UPDATE OF kind ON post_reaction
  FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind) EXECUTE FUNCTION count_post_reaction();

-- Likes and dislikes of replies, and the likes that order threads.
CREATE OR REPLACE FUNCTION count_reply_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  liked integer := 0;
  disliked integer := 0;
  ranked integer := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    liked := (new.kind = 'like')::int;
    disliked := (new.kind = 'dislike')::int;
    ranked := (new.kind = 'like' AND new.ranks)::int;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    liked := liked - (old.kind = 'like')::int;
    disliked := disliked - (old.kind = 'dislike')::int;
    ranked := ranked - (old.kind = 'like' AND old.ranks)::int;
  END IF;
  UPDATE reply SET likes = likes + liked, dislikes = dislikes + disliked,
    ranked_likes = ranked_likes + ranked
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN old.reply_id ELSE new.reply_id END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reply_reaction_set AFTER INSERT OR DELETE OR UPDATE OF kind, ranks
  ON reply_reaction FOR EACH ROW EXECUTE FUNCTION count_reply_reaction();

-- Figures of users and seasons are sums of ledger rows of votes cast since ranks_from. A call counts when it is priced, has a direction,
-- and its round is not void; the chance that its offer implies is rounded to parts per million.
CREATE OR REPLACE FUNCTION count_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
  settled_round record;
BEGIN
  -- A user has one vote per round, so the entries of a round need no aggregation.
  FOR settled_round IN
    SELECT id, coalesce(outcome, pending_outcome)::text AS outcome,
      to_char(target_date AT TIME ZONE 'UTC', 'YYYY"Q"Q') AS season
    FROM round WHERE id IN (SELECT round_id FROM entries) ORDER BY id
  LOOP
    WITH earned AS MATERIALIZED (
      SELECT e.user_id, sign * e.points AS points, choice, created,
        CASE WHEN counts THEN sign ELSE 0 END AS calls,
        CASE WHEN counts AND choice::text = settled_round.outcome THEN sign ELSE 0 END AS right_calls,
        CASE WHEN counts THEN sign * ((-2000000::bigint * offer_miss + offer_hit - offer_miss)
          / (2 * (offer_hit - offer_miss))) ELSE 0 END AS implied_ppm,
        CASE WHEN counts THEN sign * e.points ELSE 0 END AS call_points
      FROM entries e
      -- One index lookup per entry, also while the planner believes that the table is small.
      CROSS JOIN LATERAL (SELECT choice, offer_hit, offer_miss, created,
          choice <> 'unknown' AND offer_hit <> offer_miss AND settled_round.outcome <> 'void' AS counts
        FROM vote WHERE vote.id = e.vote_id OFFSET 0) v
      WHERE e.round_id = settled_round.id
        AND NOT EXISTS (SELECT FROM user_account u
          WHERE u.id = e.user_id AND u.ranks_from IS NOT NULL AND v.created < u.ranks_from)
    ), seasons AS (
      INSERT INTO season_stats AS s (season, user_id, points, settled, calls, right_calls,
          implied_ppm, first_vote_at)
        SELECT settled_round.season, user_id, points, sign, calls, right_calls, implied_ppm, created
        FROM earned ORDER BY user_id
        ON CONFLICT (season, user_id) DO UPDATE SET points = s.points + excluded.points,
          settled = s.settled + excluded.settled, calls = s.calls + excluded.calls,
          right_calls = s.right_calls + excluded.right_calls,
          implied_ppm = s.implied_ppm + excluded.implied_ppm,
          first_vote_at = least(s.first_vote_at, excluded.first_vote_at)
    )
    UPDATE user_stats s SET points = s.points + e.points, settled = s.settled + sign,
        calls = s.calls + e.calls, right_calls = s.right_calls + e.right_calls,
        implied_ppm = s.implied_ppm + e.implied_ppm,
        up_calls = s.up_calls + CASE choice WHEN 'up' THEN e.calls ELSE 0 END,
        up_right = s.up_right + CASE choice WHEN 'up' THEN e.right_calls ELSE 0 END,
        up_points = s.up_points + CASE choice WHEN 'up' THEN e.call_points ELSE 0 END,
        steady_calls = s.steady_calls + CASE choice WHEN 'steady' THEN e.calls ELSE 0 END,
        steady_right = s.steady_right + CASE choice WHEN 'steady' THEN e.right_calls ELSE 0 END,
        steady_points = s.steady_points + CASE choice WHEN 'steady' THEN e.call_points ELSE 0 END,
        down_calls = s.down_calls + CASE choice WHEN 'down' THEN e.calls ELSE 0 END,
        down_right = s.down_right + CASE choice WHEN 'down' THEN e.right_calls ELSE 0 END,
        down_points = s.down_points + CASE choice WHEN 'down' THEN e.call_points ELSE 0 END
      FROM (SELECT * FROM earned ORDER BY user_id) e WHERE s.user_id = e.user_id;
  END LOOP;
  IF sign < 0 THEN
    DELETE FROM season_stats WHERE settled = 0 AND user_id IN (SELECT user_id FROM entries);
    UPDATE season_stats s SET first_vote_at = rest.first_vote_at
      FROM (SELECT to_char(target_date AT TIME ZONE 'UTC', 'YYYY"Q"Q') AS season, l.user_id,
          min(v.created) AS first_vote_at
        FROM ledger l JOIN vote v ON v.id = l.vote_id JOIN round r ON r.id = l.round_id
          JOIN user_account u ON u.id = l.user_id
        WHERE l.user_id IN (SELECT user_id FROM entries)
          AND v.created >= coalesce(u.ranks_from, '-infinity') GROUP BY 1, 2) rest
      WHERE (s.season, s.user_id) = (rest.season, rest.user_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_added AFTER INSERT ON ledger
  REFERENCING NEW TABLE AS entries FOR EACH STATEMENT EXECUTE FUNCTION count_ledger();
CREATE OR REPLACE TRIGGER ledger_removed AFTER DELETE ON ledger
  REFERENCING OLD TABLE AS entries FOR EACH STATEMENT EXECUTE FUNCTION count_ledger();

-- Results of a round and bins of offers, from calls: priced votes with a direction in a round that is
-- not void. Settlements write one batch at a time, so these rows need no lock order.
CREATE OR REPLACE FUNCTION count_settled_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH call AS MATERIALIZED (
    SELECT added.vote_id, added.round_id, added.points, version, hit, miss,
      choice::text = coalesce(outcome, pending_outcome)::text AS is_right
    FROM added JOIN round ON round.id = added.round_id
    -- One index lookup per entry, also while the planner believes that the table is small.
    CROSS JOIN LATERAL (SELECT choice, offer_version AS version, offer_hit AS hit, -offer_miss AS miss
      FROM vote WHERE vote.id = added.vote_id OFFSET 0) v
    WHERE choice <> 'unknown' AND hit + miss > 0 AND coalesce(outcome, pending_outcome) <> 'void'
  ), sums AS (
    UPDATE round r SET calls = r.calls + batch.calls, right_calls = r.right_calls + batch.right_calls,
      call_points = r.call_points + batch.points
    FROM (SELECT round_id, count(*) AS calls, count(*) FILTER (WHERE is_right) AS right_calls,
        sum(points) AS points FROM call GROUP BY 1) batch
    WHERE r.id = batch.round_id
  ), bins AS (
    INSERT INTO offer_bin AS b (version, bin, calls, right_calls, implied_ppm)
    SELECT version, least(19, 20 * miss / (hit + miss)), count(*), count(*) FILTER (WHERE is_right),
      sum((2000000::bigint * miss + hit + miss) / (2 * (hit + miss)))
    FROM call GROUP BY 1, 2
    ON CONFLICT (version, bin) DO UPDATE SET calls = b.calls + excluded.calls,
      right_calls = b.right_calls + excluded.right_calls,
      implied_ppm = b.implied_ppm + excluded.implied_ppm
  ), candidate AS (
    SELECT vote_id, round_id, points FROM call
    UNION SELECT e.vote_id, e.round_id, paid.points
      FROM round_extreme e JOIN ledger paid ON paid.vote_id = e.vote_id
      WHERE e.round_id IN (SELECT DISTINCT round_id FROM call)
  ), ranked AS (
    SELECT round_id, 'best'::call_rank AS kind, vote_id,
      row_number() OVER (PARTITION BY round_id ORDER BY points DESC, vote_id) AS position
    FROM candidate
    UNION ALL SELECT round_id, 'worst', vote_id,
      row_number() OVER (PARTITION BY round_id ORDER BY points, vote_id)
    FROM candidate
  )
  INSERT INTO round_extreme AS e (round_id, kind, position, vote_id)
    SELECT round_id, kind, position, vote_id FROM ranked WHERE position <= 5
    ON CONFLICT (round_id, kind, position) DO UPDATE SET vote_id = excluded.vote_id
    WHERE e.vote_id <> excluded.vote_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_calls_added AFTER INSERT ON ledger
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_settled_calls();

-- Changes that move ranks: a settlement, and an account that is banned, erased or counted from a later day.
CREATE OR REPLACE FUNCTION add_ranking_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ranking_change DEFAULT VALUES;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER round_settled AFTER INSERT OR UPDATE OF settled_at ON round
  FOR EACH ROW WHEN (new.settled_at IS NOT NULL) EXECUTE FUNCTION add_ranking_change();
CREATE OR REPLACE TRIGGER account_ranked AFTER UPDATE OF banned_at, erased_at, ranks_from ON user_account
  FOR EACH ROW WHEN ((old.banned_at, old.erased_at, old.ranks_from)
    IS DISTINCT FROM (new.banned_at, new.erased_at, new.ranks_from))
  EXECUTE FUNCTION add_ranking_change();
