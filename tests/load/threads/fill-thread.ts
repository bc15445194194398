import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { liveRound, waitingRound } from '#shared/rules/schedule.ts'
import { settleDown } from '#tests/load/fill.ts'

/** People who have written the replies: each has called the round, a quarter of them down. */
const WRITERS = 250

const CALLS = statement(
  `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
    has_content, created)
  SELECT $1, n, (CASE WHEN n = $2 OR n % 4 > 0 THEN 'up' ELSE 'down' END)::direction, 120, -80, 1, '',
    CASE WHEN n = $2 THEN '<p>Note</p>' ELSE '' END, n = $2, now() - interval '2 hours'
  FROM generate_series($2::int, $3::int) n`,
)
/** They have all read the thread before. */
const LOCKS = statement(
  `INSERT INTO direction_lock (round_id, user_id, since)
  SELECT $1, n, now() FROM generate_series($2::int, $3::int) n`,
)
const NOTE = statement('SELECT id FROM vote WHERE user_id = $1 AND round_id = $2', {
  id: column.int,
})

/** A fifth of the replies are quotes, a few have many likes, and one in ninety was deleted. */
const REPLIES = statement(
  `INSERT INTO reply (id, vote_id, user_id, quote_id, content, created, likes, ranked_likes, deleted_at)
  SELECT n, $1, $2::int + 1 + (n * 7) % ${WRITERS}, CASE WHEN n > 7 AND n % 5 = 0 THEN n - 7 END,
    CASE WHEN n % 90 = 0 THEN '' ELSE n || repeat(' The range low held twice.', 1 + (n % 9)::int) END,
    now() - interval '1 minute' * ($3::int - n), (n * 31) % 997 / 90, (n * 31) % 997 / 90,
    CASE WHEN n % 90 = 0 THEN now() END
  FROM generate_series(1::bigint, $3::int) n`,
)
const MENTIONS = statement(
  `INSERT INTO reply_mention (reply_id, user_id)
  SELECT n, $1::int + 1 FROM generate_series(3::bigint, $2::int, 9) n`,
)
const NEXT_ID = `SELECT setval(pg_get_serial_sequence('reply', 'id'), (SELECT max(id) FROM reply))`

/** A long thread of a note of the live round. */
export interface FilledThread {
  voteId: number
  /** Ids from 1 on. */
  replies: number
}

/**
 * Fills an empty thread. The people from id `first` to `last` have called the live round and read the thread;
 * the first of them is the author of its note.
 */
export async function fillThread(
  database: Database,
  replies: number,
  first: number,
  last: number,
): Promise<FilledThread> {
  if (last - first < WRITERS) throw new RangeError(`at least ${WRITERS} people write`)
  const store = createRoundStore(database)
  const { refDate } = liveRound(Date.now())
  // The server opens the rounds after the newest one.
  await store.open([waitingRound(Date.now()).refDate, refDate])
  const round = await store.byRefDate(refDate)
  if (!round) throw new Error('the live round was not made')
  await database.query(CALLS, [round.id, first, last])
  await database.query(LOCKS, [round.id, first, last])
  const [note] = await database.query(NOTE, [first, round.id])
  if (!note) throw new Error('the note was not made')
  await database.query(REPLIES, [note.id, first, replies])
  await database.query(MENTIONS, [first, replies])
  await database.script(NEXT_ID)
  await settleDown(database)
  return { voteId: note.id, replies }
}
