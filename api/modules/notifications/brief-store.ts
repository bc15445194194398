import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type Sql, statement } from '#api/infrastructure/database/sql.ts'
import type { BriefAlert } from '#shared/contract/alerts.ts'
import { Direction } from '#shared/contract/common.ts'
import type { BriefTime } from '#shared/rules/brief.ts'
import type { StoredVote } from '#shared/rules/open-worth.ts'
import { type NotifiedPerson, queuePush } from './notification-sql.ts'

/** Briefs that are due and that no other process holds. */
const CLAIM = statement(
  `SELECT s.user_id, s.brief_hour AS hour, s.brief_zone AS zone, s.brief_due AS due,
    EXISTS (SELECT FROM session x WHERE x.user_id = s.user_id AND x.revoked IS NULL AND x.expires > $3)
      AS is_signed_in
  FROM notification_setting s WHERE s.brief_due <= $1 ORDER BY s.brief_due LIMIT $2
  FOR UPDATE SKIP LOCKED`,
  {
    user_id: column.int,
    hour: column.int,
    zone: column.text,
    due: column.instant,
    is_signed_in: column.boolean,
  },
)

const POSTPONE = statement(
  `UPDATE notification_setting s SET brief_due = to_timestamp(x.next / 1000)
  FROM json_to_recordset($1::json) AS x ("userId" int, next float8) WHERE s.user_id = x."userId"`,
)

/** Calls of people in the rounds before their target. */
const OPEN_VOTES = statement(
  `SELECT v.user_id, v.choice::text AS choice, v.offer_hit, v.offer_miss, v.offer_version, v.carried, v.created,
    r.target_date, r.ref_price, m.midnight, m.choice::text AS m_choice, m.offer_hit AS m_hit,
    m.offer_miss AS m_miss, m.offer_version AS m_version, m.carried AS m_carried
  FROM json_array_elements_text($1::json) person CROSS JOIN round r
    JOIN vote v ON v.user_id = person.value::int AND v.round_id = r.id
    LEFT JOIN vote_at_midnight m ON m.vote_id = v.id
  WHERE r.target_date > $2 AND r.settled_at IS NULL`,
  {
    user_id: column.int,
    choice: Direction,
    offer_hit: column.int,
    offer_miss: column.int,
    offer_version: column.int,
    carried: column.int,
    created: column.instant,
    target_date: column.instant,
    ref_price: column.nullable(column.text),
    midnight: column.nullable(column.instant),
    m_choice: column.nullable(Direction),
    m_hit: column.nullable(column.int),
    m_miss: column.nullable(column.int),
    m_version: column.nullable(column.int),
    m_carried: column.nullable(column.int),
  },
)

/** Points of calls of people in rounds that settled in a span. */
const SETTLED_POINTS = statement(
  `SELECT v.user_id, sum(l.points)::int AS points
  FROM json_array_elements_text($1::json) person CROSS JOIN round r
    JOIN vote v ON v.user_id = person.value::int AND v.round_id = r.id JOIN ledger l ON l.vote_id = v.id
  WHERE r.target_date >= $2 AND r.target_date < $3 AND r.settled_at IS NOT NULL GROUP BY v.user_id`,
  { user_id: column.int, points: column.int },
)

/** Replies that people were notified of, and have not seen. */
const UNSEEN_REPLIES = statement(
  `SELECT n.user_id, sum((n.alert->>'replies')::int)::int AS replies
  FROM json_array_elements_text($1::json) person JOIN notification n ON n.user_id = person.value::int
  WHERE n.kind IN ('reply', 'mention') AND n.id > coalesce(
    (SELECT s.seen_id FROM notification_setting s WHERE s.user_id = n.user_id), 0)
  GROUP BY n.user_id`,
  { user_id: column.int, replies: column.int },
)

/** `$2` is the present, `$3` the end of use of the push messages. */
const INSERT = statement(
  `WITH added AS (
    INSERT INTO notification (user_id, kind, alert, created)
    SELECT x."userId", 'brief'::notification_kind, x.alert, $2
    FROM json_to_recordset($1::json) AS x ("userId" int, alert jsonb)
    RETURNING id, user_id
  ), queued AS (
    ${queuePush('$2', '$3')}
  ) SELECT id, user_id AS "userId" FROM added`,
  { id: column.int, userId: column.int },
)

/** A person whose brief is due. Instants are epoch milliseconds. */
export interface DueBrief extends BriefTime {
  userId: number
  due: number
  isSignedIn: boolean
}

/** Outcome of a due brief. */
export interface BriefPlan {
  /** Epoch milliseconds. */
  next: number
  /** Null for none. */
  brief: BriefAlert | null
}

/** The calls of a person that a brief is about. */
export interface Calls {
  open: readonly StoredVote[]
  /** Points of those that settled in the span; null without one. */
  settledPoints: number | null
  /** New replies in followed threads, of notifications that were not seen. */
  replies: number
}

interface BriefRun {
  /** Briefs that were due until then are claimed (epoch ms). */
  dueUntil: number
  /** Epoch milliseconds. */
  now: number
  /** End of use of the push messages (epoch ms). */
  pushUntil: number
  /** Whether open calls matter for this brief. */
  needsVotes: (due: DueBrief) => boolean
  /** From the first instant to before the second (epoch ms); null where no settled points matter. */
  settledIn: readonly [number, number] | null
  plan: (due: DueBrief, calls: Calls) => BriefPlan
}

/** Result of a run. */
export interface BriefBatch {
  notified: NotifiedPerson[]
  /** Whether nothing was due. */
  isEmpty: boolean
}

async function openVotes(sql: Sql, people: readonly DueBrief[], now: number) {
  const votes = new Map<number, StoredVote[]>()
  if (people.length === 0) return votes
  const ids = JSON.stringify(people.map(({ userId }) => userId))
  for (const row of await sql.query(OPEN_VOTES, [ids, new Date(now)])) {
    const { midnight, m_choice: choice, m_hit: hit, m_miss: miss } = row
    const { m_version: version, m_carried: carried } = row
    const isChanged =
      midnight !== null &&
      choice !== null &&
      hit !== null &&
      miss !== null &&
      version !== null &&
      carried !== null
    const vote: StoredVote = {
      voteChoice: row.choice,
      offer: { hit: row.offer_hit, miss: row.offer_miss },
      offerVersion: row.offer_version,
      carried: row.carried,
      targetTime: row.target_date.toISOString(),
      refPrice: row.ref_price,
      created: row.created.toISOString(),
      ...(isChanged && {
        atMidnight: {
          midnight: midnight.toISOString(),
          voteChoice: choice,
          offer: { hit, miss },
          offerVersion: version,
          carried,
        },
      }),
    }
    votes.set(row.user_id, [...(votes.get(row.user_id) ?? []), vote])
  }
  return votes
}

async function settledPoints(
  sql: Sql,
  people: readonly DueBrief[],
  span: BriefRun['settledIn'],
): Promise<Map<number, number>> {
  if (span === null || people.length === 0) return new Map()
  const ids = JSON.stringify(people.map(({ userId }) => userId))
  const rows = await sql.query(SETTLED_POINTS, [ids, ...span.map((instant) => new Date(instant))])
  return new Map(rows.map((row) => [row.user_id, row.points]))
}

async function unseenReplies(sql: Sql, people: readonly DueBrief[]): Promise<Map<number, number>> {
  if (people.length === 0) return new Map()
  const ids = JSON.stringify(people.map(({ userId }) => userId))
  const rows = await sql.query(UNSEEN_REPLIES, [ids])
  return new Map(rows.map((row) => [row.user_id, row.replies]))
}

export type BriefStore = ReturnType<typeof createBriefStore>

/** Briefs of the day in the database. `batchSize` is the number of people in a batch. */
export function createBriefStore(database: Database, batchSize: number) {
  return {
    /**
     * Creates the briefs of one batch of people, with a delivery for each of their devices, and advances
     * their next instants in the same transaction: a crash, or another owner of the jobs, repeats and
     * loses none.
     */
    runBatch: ({
      dueUntil,
      now,
      pushUntil,
      needsVotes,
      settledIn,
      plan,
    }: BriefRun): Promise<BriefBatch> =>
      database.transaction(async (sql) => {
        const rows = await sql.query(CLAIM, [new Date(dueUntil), batchSize, new Date(now)])
        if (rows.length === 0) return { notified: [], isEmpty: true }
        const people = rows.map((row) => ({
          userId: row.user_id,
          hour: row.hour,
          zone: row.zone,
          due: row.due.getTime(),
          isSignedIn: row.is_signed_in,
        }))
        const readers = people.filter(needsVotes)
        const votes = await openVotes(sql, readers, now)
        const points = await settledPoints(sql, readers, settledIn)
        const replies = await unseenReplies(sql, readers)
        const plans = people.map((person) => {
          const { next, brief } = plan(person, {
            open: votes.get(person.userId) ?? [],
            settledPoints: points.get(person.userId) ?? null,
            replies: replies.get(person.userId) ?? 0,
          })
          return { userId: person.userId, next, alert: brief }
        })
        await sql.query(POSTPONE, [
          JSON.stringify(plans.map(({ userId, next }) => ({ userId, next }))),
        ])
        const briefs = plans.flatMap(({ userId, alert }) => (alert ? [{ userId, alert }] : []))
        if (briefs.length === 0) return { notified: [], isEmpty: false }
        const values = [JSON.stringify(briefs), new Date(now), new Date(pushUntil)]
        return { notified: await sql.query(INSERT, values), isEmpty: false }
      }),
  }
}
