import { RedisClient } from 'bun'
import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'

/** Terminates the event bus connections in PostgreSQL: all of them, or at most `most`. */
export async function cutPostgresBus(database: Database, most = 1_000): Promise<void> {
  await database.query(
    statement(
      `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
       WHERE application_name = 'tidemark-bus' AND datname = current_database() LIMIT $1) ended`,
    ),
    [most],
  )
}

/** Sends a message like every role of the database. */
export async function sendByPostgres(database: Database, message: string): Promise<void> {
  await database.query(statement("SELECT pg_notify('tidemark_events', $1)"), [message])
}

/** Sends a message on the bus like every client of Redis. */
export async function sendByRedis(url: string, message: string): Promise<void> {
  const stranger = new RedisClient(url)
  const channels: unknown = await stranger.send('PUBSUB', ['CHANNELS', 'tidemark:*'])
  for (const channel of Array.isArray(channels) ? channels : []) {
    await stranger.send('PUBLISH', [String(channel), message])
  }
  stranger.close()
}

/** Closes every client connection in Redis. */
export async function cutRedis(url: string): Promise<void> {
  const operator = new RedisClient(url)
  await operator.send('CLIENT', ['KILL', 'SKIPME', 'yes', 'TYPE', 'normal'])
  await operator.send('CLIENT', ['KILL', 'TYPE', 'pubsub'])
  operator.close()
}
