import { CommandError } from '#api/commands/parts.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { verifyCounters } from './verify-counters.ts'

/** What a restored database holds, and what in it does not add up. */
export interface RestoredState {
  users: number
  rounds: number
  votes: number
  posts: number
  /** Counters that differ from their rows, one line each. */
  differences: string[]
}

const HOLDS = statement(
  `SELECT (SELECT count(*)::int FROM user_account) AS users,
  (SELECT count(*)::int FROM round) AS rounds, (SELECT count(*)::int FROM vote) AS votes,
  (SELECT count(*)::int FROM post) AS posts`,
  { users: column.int, rounds: column.int, votes: column.int, posts: column.int },
)

/**
 * Brings a restored database to the newest migration, compares its counters with their rows and
 * counts what it holds. Throws a CommandError when it was never a database of this program, and
 * MigrationMismatch when a newer version made it.
 */
export async function checkRestored(database: Database): Promise<RestoredState> {
  const [own] = await database.query(
    statement("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known", {
      known: column.boolean,
    }),
  )
  if (!own?.known) throw new CommandError('The backup holds no database of this program.')
  await migrate(database)
  const differences = (await verifyCounters(database)).map(
    ({ counter, of, counted, kept }) => `${counter} of ${of}: ${kept}, but its rows say ${counted}`,
  )
  const [state] = await database.query(HOLDS)
  return { users: 0, rounds: 0, votes: 0, posts: 0, ...state, differences }
}
