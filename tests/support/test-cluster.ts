import { startBinance } from './exchange/binance.ts'
import type { StandIn } from './exchange/stand-in.ts'
import { type PlannedPrice, plannedTape } from './planned-exchange.ts'
import { openSharedDatabase, withoutClose } from './shared-database.ts'
import { connectedBuses } from './test-bus.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { sharedJobLocks } from './test-job-lock.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Instances that share a database, a clock, a stand-in of Binance, an event bus and the job lock. */
export interface TestCluster {
  clock: TestClock
  exchange: StandIn
  servers: TestServer[]
  /** Moves the job lock from the instance that holds it to another. */
  passJobLock(): void
  /** Moves the clock on by 250 ms. */
  step(): void
  /** Stops what still runs. */
  stop(): Promise<void>
}

const ENVIRONMENT = { PRICE_FEED: 'binance', JWT_SECRET: 'the same secret for all of the servers' }

/** Starts `count` instances, one after another: the first one holds the job lock. */
export async function startCluster(
  plan: readonly PlannedPrice[],
  count: number,
  now: string,
): Promise<TestCluster> {
  const clock = testClock(now)
  const exchange = startBinance({ tape: plannedTape(plan), clock })
  const shared = await openSharedDatabase(count)
  const buses = await connectedBuses(count)
  const jobLocks = sharedJobLocks(count)
  const servers: TestServer[] = []
  for (const [index, database] of shared.holders.entries()) {
    const [bus, jobLock] = [buses[index]?.bus, jobLocks[index]]
    const server = await startTestServer({
      clock,
      environment: { ...ENVIRONMENT, ...exchange.settings },
      database: withoutClose(database),
      ...(jobLock && { jobLock }),
      ...(bus && { bus }),
    })
    let stopping: Promise<void> | null = null
    servers.push({
      ...server,
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
    passJobLock: () => {
      const holder = jobLocks.find(({ isHeld }) => isHeld())
      const next = jobLocks.find((jobLock) => jobLock !== holder)
      holder?.turn(false)
      next?.turn(true)
    },
    step: () => clock.advance(250),
    stop: async () => {
      for (const server of servers) await server.stop()
      await exchange.stop()
      await shared.close()
    },
  }
}
