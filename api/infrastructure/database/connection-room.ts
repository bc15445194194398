import type { Config } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Database } from './database.ts'

/** Connections that each process holds beside its pool: what it listens on, and one for its lease. */
const OUTSIDE_THE_POOL = 2

/**
 * How many connections the processes of this server take together at the most. Several of them are
 * renewed one by one, and then there is one more for a while.
 */
export function connectionsAtMost(
  config: Pick<Config, 'processes' | 'databaseConnections'>,
): number {
  const atOnce = config.processes === 1 ? 1 : config.processes + 1
  return atOnce * (config.databaseConnections + OUTSIDE_THE_POOL)
}

/** How many connections a PostgreSQL server lets users have who are not its superuser. */
async function connectionsThere(database: Database): Promise<number> {
  const [row] = await database.query<{ there: number }>(
    `SELECT sum(CASE name WHEN 'max_connections' THEN setting::int ELSE -setting::int END)::int AS there
     FROM pg_settings
     WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
  )
  return row?.there ?? 0
}

/** Warns in the log when this server could want more connections than its database has. */
export async function warnOfConnections(
  database: Database,
  config: Pick<Config, 'processes' | 'databaseConnections'>,
  log: Log,
): Promise<void> {
  if (database.kind !== 'postgres') return
  const there = await connectionsThere(database)
  const wanted = connectionsAtMost(config)
  if (wanted <= there) return
  log.warn(
    { wanted, there },
    'the database has too few connections: lower DATABASE_CONNECTIONS or raise its max_connections',
  )
}
