import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import { databaseId } from '#api/infrastructure/database/database-id.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { type ConnectedEventBus, createEventBus, type EventSchemas } from './event-bus.ts'
import type { EventTransport } from './event-transport.ts'
import { createPostgresEvents } from './postgres-events.ts'
import { createRedisEvents } from './redis-events.ts'

interface OpenEventBusDeps<Schemas extends EventSchemas> {
  schemas: Schemas
  config: Pick<Config, 'databaseUrl' | 'busUrl'>
  database: Sql
  clock: Clock
  log: Log
}

/**
 * Opens the configured event bus: through Redis with BUS_URL, else through PostgreSQL, else within
 * this instance, which is alone on its embedded database. Rejects with one line when unreachable.
 */
export async function openEventBus<Schemas extends EventSchemas>(
  deps: OpenEventBusDeps<Schemas>,
): Promise<ConnectedEventBus<Schemas>> {
  const transport = await createTransport(deps)
  const bus = createEventBus({ ...deps, ...(transport && { transport }) })
  try {
    await bus.start()
    return bus
  } catch (error) {
    await bus.stop()
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error(
      `The bus at ${transport?.address} cannot be used: ${reason || 'no connection'}.`,
    )
  }
}

/** Instances of one database share a channel, so that two sites may share one Redis. */
async function createTransport({
  config: { databaseUrl, busUrl },
  database,
  clock,
}: Pick<
  OpenEventBusDeps<EventSchemas>,
  'config' | 'database' | 'clock'
>): Promise<EventTransport | null> {
  if (databaseUrl === null) return null
  if (busUrl === null) return createPostgresEvents({ url: databaseUrl, clock })
  return createRedisEvents(busUrl, `tidemark:${await databaseId(database)}`)
}
