import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import { clusterName } from '#api/infrastructure/database/cluster-name.ts'
import { notifyConnector } from '#api/infrastructure/database/notify-line.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Bus } from './bus.ts'
import { type BusStats, createClusterBus } from './cluster-bus.ts'
import { keepLine } from './keep-line.ts'
import { createLocalBus } from './local-bus.ts'
import { redisConnector } from './redis-line.ts'
import type { Connector } from './transport.ts'

interface BusParts {
  config: Pick<Config, 'databaseUrl' | 'busUrl'>
  clock: Clock
  log: Log
  /** The open database. */
  database: Sql
}

/** The bus of a running server. */
export interface OpenBus {
  bus: Bus
  /** Null for a server that has no others beside it. */
  stats(): BusStats | null
  /** Sends what waits; nothing published later reaches another process. */
  stop(): Promise<void>
}

async function connectorFor(
  { config, database }: BusParts,
  databaseUrl: string,
): Promise<Connector> {
  if (config.busUrl === null) return notifyConnector(databaseUrl)
  return redisConnector(config.busUrl, `tidemark:${await clusterName(database)}`)
}

/**
 * Opens the bus that the configuration asks for: of this process alone with the embedded database,
 * else through PostgreSQL, or Redis where BUS_URL names one. Rejects with one line when it cannot be
 * reached.
 */
export async function openBus(parts: BusParts): Promise<OpenBus> {
  const { config, clock, log } = parts
  const local = createLocalBus((error) => log.error({ err: error }, 'a listener failed'))
  if (config.databaseUrl === null) return { bus: local, stats: () => null, stop: async () => {} }
  const connector = await connectorFor(parts, config.databaseUrl)
  const transport = keepLine(connector, clock, log)
  const bus = createClusterBus({ local, transport, clock, log, processId: crypto.randomUUID() })
  try {
    await bus.start()
  } catch (error) {
    await bus.stop()
    throw unreachable(connector, error)
  }
  return { bus, stats: bus.stats, stop: bus.stop }
}

function unreachable({ address }: Connector, error: unknown): Error {
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
  return new Error(`The bus at ${address} cannot be used: ${reason || 'no connection'}.`)
}
