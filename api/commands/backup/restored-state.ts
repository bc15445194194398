import { CommandError } from '#api/commands/command.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { APPLIED, migrate } from '#api/infrastructure/database/migrate.ts'
import { checkHistory } from '#api/infrastructure/database/migrations.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { verifyCounters } from './verify-counters.ts'

/** Row counts of a restored database, and its inconsistencies. */
export interface RestoredState {
  users: number
  rounds: number
  votes: number
  posts: number
  /** Counters that differ from their rows, one line each. */
  differences: string[]
}

const COUNTS = statement(
  `SELECT (SELECT count(*)::int FROM user_account) AS users,
  (SELECT count(*)::int FROM round) AS rounds, (SELECT count(*) FROM vote) AS votes,
  (SELECT count(*)::int FROM post) AS posts`,
  { users: column.int, rounds: column.int, votes: column.int, posts: column.int },
)

/**
 * Migrates a restored database, compares its counters with their rows and counts its rows.
 * @throws CommandError when it is no database of this program; MigrationMismatch when this version cannot migrate it
 */
export async function checkRestored(database: Database): Promise<RestoredState> {
  const [history] = await database.query(
    statement("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known", {
      known: column.boolean,
    }),
  )
  if (!history?.known) throw new CommandError('The backup holds no database of this program.')
  checkHistory('The backup', await database.query(APPLIED))
  await migrate(database)
  const differences = (await verifyCounters(database)).map(
    ({ counter, of, counted, stored }) =>
      `${counter} of ${of}: ${stored}, but its rows say ${counted}`,
  )
  const [counts] = await database.query(COUNTS)
  return { users: 0, rounds: 0, votes: 0, posts: 0, ...counts, differences }
}
