import { createLease } from '#api/infrastructure/lease/create-lease.ts'
import type { LeaseStore } from '#api/infrastructure/lease/lease.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { startBinance } from './exchange/binance.ts'
import type { StandIn } from './exchange/stand-in.ts'
import { memoryLeaseStore } from './memory-lease-store.ts'
import { NOWHERE, type PlannedPrice, plannedTape } from './planned-exchange.ts'
import { keptOpen, openSharedDatabase } from './shared-database.ts'
import { connectedBuses } from './test-bus.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** One of several servers on one database. */
export interface ClusterServer extends TestServer {
  /** From now on its asks for the lease get no answer, and change nothing. */
  hang(): void
  /** Those that hang fail, and the next are answered. */
  mend(): void
}

/** Servers that share a database, a clock, a stand-in of Binance, joined buses and one lease. */
export interface TestCluster {
  clock: TestClock
  exchange: StandIn
  servers: ClusterServer[]
  /** Moves the clock on by 250 ms: so little that no lease runs out where the machine is slow. */
  step(): void
  /** Stops what still runs. */
  stop(): Promise<void>
}

const ENVIRONMENT = { PRICE_FEED: 'binance', JWT_SECRET: 'the same secret for all of the servers' }

/** Starts `count` servers, one after another: the first one has the lease. */
export async function startCluster(
  plan: readonly PlannedPrice[],
  count: number,
  now: string,
): Promise<TestCluster> {
  const clock = testClock(now)
  const exchange = startBinance({ tape: plannedTape(plan), clock })
  const shared = await openSharedDatabase(count)
  const buses = await connectedBuses(count)
  const leases = memoryLeaseStore(clock)
  const servers: ClusterServer[] = []
  for (const [index, database] of shared.holders.entries()) {
    let hanging: PromiseWithResolvers<never> | null = null
    const store: LeaseStore = {
      ask: (...about) => hanging?.promise ?? leases.ask(...about),
      release: (...about) => hanging?.promise ?? leases.release(...about),
    }
    const bus = buses[index]?.bus
    const server = await startTestServer({
      clock,
      environment: ENVIRONMENT,
      endpoints: { binance: exchange.endpoint, okx: NOWHERE, bybit: NOWHERE },
      database: keptOpen(database),
      lease: createLease({ store, clock, holder: `${index}`, log: createLog('silent') }),
      ...(bus && { bus }),
    })
    let stopping: Promise<void> | null = null
    servers.push({
      ...server,
      hang: () => {
        hanging = Promise.withResolvers()
      },
      mend: () => {
        hanging?.reject(new Error('the connection broke'))
        hanging = null
      },
      stop: () => {
        stopping ??= server.stop()
        return stopping
      },
    })
  }
  return {
    clock,
    exchange,
    servers,
    step: () => clock.advance(250),
    stop: async () => {
      for (const server of servers) await server.stop()
      await exchange.stop()
      await shared.close()
    },
  }
}
