import { statement } from '#api/infrastructure/database/sql.ts'
import type { RunningServer } from '#api/server/server.ts'
import { newcomer } from './crowd.ts'
import type { Person } from './test-server.ts'

const ADD_ROUNDS = statement(
  `INSERT INTO round (ref_date, target_date, ref_price, outcome, settle_price, settled_at)
  SELECT day, day + interval '7 days', '60000.00', 'up', '66000.00', day + interval '7 days'
  FROM generate_series('2025-01-06T00:00:00Z'::timestamptz, '2025-02-03T00:00:00Z', '7 days') day
  ON CONFLICT DO NOTHING`,
)
/** Settled, priced votes of a user: at most five. */
const ADD_VOTES = statement(
  `WITH voted AS (
    INSERT INTO vote (round_id, user_id, choice, offer_hit, offer_miss, offer_version, title, content,
      has_content, created)
    SELECT id, $1, 'up', 100, -50, 1, '', '', false, ref_date FROM round
    WHERE outcome = 'up' AND ref_date < '2025-03-01T00:00:00Z' ORDER BY id LIMIT $2
    RETURNING id, round_id)
  INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
  SELECT id, $1, round_id, 100, '2025-03-01T00:00:00Z' FROM voted`,
)
/** As a settlement copies them. */
const COUNT_VOTES = statement(
  `UPDATE round SET close_up = (SELECT count(*) FROM vote WHERE round_id = round.id)
  WHERE outcome = 'up' AND ref_date < '2025-03-01T00:00:00Z'`,
)
const SET_CREATED = statement('UPDATE user_account SET created = $2 WHERE id = $1')

interface Membership {
  /** Settled calls, at most five. */
  calls?: number
  /** Age of the account in days. */
  days?: number
}

/** Creates a user with settled calls of early 2025 and an account of some age: five and thirty by default. */
export async function establishedMember(
  server: RunningServer & { clock: { now(): number } },
  name: string,
  { calls = 5, days = 30 }: Membership = {},
): Promise<Person> {
  const { database } = server.infrastructure
  const person = await newcomer(server, name)
  const created = new Date(server.clock.now() - days * 86_400_000)
  await database.query(SET_CREATED, [person.id, created])
  if (calls === 0) return person
  await database.query(ADD_ROUNDS)
  await database.query(ADD_VOTES, [person.id, calls])
  await database.query(COUNT_VOTES)
  return person
}

/** One after another, as a settlement writes the ledger: its counters do not expect two at once. */
export async function establishedMembers(
  server: Parameters<typeof establishedMember>[0],
  names: readonly string[],
): Promise<Person[]> {
  const people: Person[] = []
  for (const name of names) people.push(await establishedMember(server, name))
  return people
}
