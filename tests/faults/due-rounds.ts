import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { roundAt, roundStartsBetween } from '#shared/rules/schedule.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** Within the stored hours of a simulated market. */
const OLDEST_MS = 110 * DAY_MS
const NEWEST_MS = 15 * DAY_MS

/** The settled state of one round. */
type Settled = Record<string, string>

/** Rounds whose target passed without a settlement, as after a downtime. */
export interface DueRounds {
  /** Adds a round with votes of `count` users from id `first` on. */
  add(database: Database, first: number, count: number): Promise<void>
  /** Describes rounds that are unsettled or whose settlement changed. */
  look(database: Database): Promise<string[]>
  /** Number of rounds added. */
  count(): number
}

const SETTLED = `SELECT round.id::text AS id, concat_ws(' ', outcome, settle_price, round.settled_at,
    count(ledger.vote_id), coalesce(sum(points), 0)) AS left_behind, count(vote.id) = count(ledger.vote_id) AS is_paid
  FROM round LEFT JOIN vote ON vote.round_id = round.id LEFT JOIN ledger ON vote_id = vote.id
  WHERE round.id = ANY($1::int[]) AND round.settled_at IS NOT NULL GROUP BY round.id`

/** `add` works about 25 times: the stored hours end. */
export function dueRounds(now: number): DueRounds {
  const starts = roundStartsBetween(now - OLDEST_MS, now - NEWEST_MS)
  const ids: number[] = []
  let before: Settled = {}
  return {
    count: () => ids.length,
    async add(database, first, count) {
      const { refDate, targetDate } = roundAt(starts[ids.length] ?? 0)
      const [row] = await database.query(
        statement('INSERT INTO round (ref_date, target_date) VALUES ($1, $2) RETURNING id', {
          id: column.int,
        }),
        [new Date(refDate), new Date(targetDate)],
      )
      if (!row) throw new Error('the round was not made')
      ids.push(row.id)
      await database.query(
        statement(
          `INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title,
           content, has_content, created)
         SELECT $1, n, (ARRAY['up', 'steady', 'down', 'unknown'])[1 + n % 4]::direction, 100, -50,
           1, '', '', false, $4 FROM generate_series($2::int, $3::int) n`,
        ),
        [row.id, first, first + count - 1, new Date(refDate)],
      )
    },
    async look(database) {
      const rows = await database.query(
        statement(SETTLED, { id: column.text, left_behind: column.text, is_paid: column.boolean }),
        [`{${ids.join(',')}}`],
      )
      const after = Object.fromEntries(rows.map(({ id, left_behind }) => [id, left_behind]))
      const changed = Object.keys(before).filter((id) => after[id] !== before[id])
      const unsettled = rows.filter(({ is_paid }) => !is_paid)
      before = after
      return [
        ...ids.filter((id) => !(id in after)).map((id) => `round ${id} is not settled`),
        ...changed.map((id) => `round ${id} was settled again`),
        ...unsettled.map(({ id }) => `round ${id} did not pay every vote`),
      ]
    },
  }
}
