import { RedisClient } from 'bun'
import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'

/** Ends connections of the bus on the side of PostgreSQL: all of them, or `most`. */
export async function endListeners(database: Database, most = 1_000): Promise<void> {
  await database.query(
    statement(
      `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
       WHERE application_name = 'tidemark-bus' AND datname = current_database() LIMIT $1) ended`,
    ),
    [most],
  )
}

/** Ends every connection of the bus on the side of Redis. */
export async function endRedisClients(url: string): Promise<void> {
  const operator = new RedisClient(url)
  await operator.send('CLIENT', ['KILL', 'SKIPME', 'yes', 'TYPE', 'normal'])
  await operator.send('CLIENT', ['KILL', 'TYPE', 'pubsub'])
  operator.close()
}
