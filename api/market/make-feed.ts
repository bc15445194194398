import type { Clock } from '#api/infrastructure/clock.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { binance } from './binance.ts'
import { bybit } from './bybit.ts'
import { type Clockwork, clockworkFeed } from './clockwork-feed.ts'
import { type Endpoints, publicEndpoints } from './exchange.ts'
import { firstAnswering } from './exchange-choice.ts'
import { exchangeFeed } from './exchange-feed.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { okx } from './okx.ts'
import type { Plan } from './plan.ts'
import { type Cluster, relayFeed } from './relay-feed.ts'
import { anchoredShift, replayMarket } from './replay.ts'
import { readReplayFile } from './replay-csv.ts'
import { simulatedMarket } from './simulated.ts'
import type { Counters } from './stats.ts'
import type { CandleStore, MarketLog, Random, ReplayAnchor } from './types.ts'

const clients = { binance, okx, bybit }
/** How long a start may look for an exchange, over all of them (ms). */
const START_BUDGET = 4000
/** One invented market for all: two development servers agree on its prices. */
const SIMULATION_SEED = 21_000_000

export interface FeedMaterial extends FeedEvents {
  plan: Plan
  store: CandleStore
  replayAnchor: ReplayAnchor
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
  endpoints?: Endpoints
  /** Left out by a process that is alone with its store. */
  cluster?: Cluster
  signal: AbortSignal
}

/**
 * Makes the feed that was planned and says what kind of market it is: a plan that may fall back is
 * simulated when no exchange answers within 4 s. Throws when a replay file cannot be read.
 * Only exchanges have one holder for several processes: the other markets are the same in each.
 */
export async function makeFeed(material: FeedMaterial): Promise<{ feed: Feed; kind: MarketKind }> {
  const { plan, clock, log, signal, cluster } = material
  const clockwork = (market: Clockwork) => ({
    feed: clockworkFeed({ ...material, clockwork: market }),
    kind: market.name,
  })

  if (plan.kind === 'simulated') return clockwork(simulatedMarket(SIMULATION_SEED))
  if (plan.kind === 'replay') {
    const file = await readReplayFile(plan.path)
    const shift = await anchoredShift(file, material.replayAnchor, clock.now())
    return clockwork(replayMarket(file.rows, shift))
  }
  const endpoints = material.endpoints ?? publicEndpoints
  const exchanges = plan.exchanges.map((name) => clients[name](endpoints[name], clock))
  const asks = cluster === undefined || cluster.jobLock.isHeld()
  const first = asks ? await firstAnswering(exchanges, START_BUDGET, clock, signal) : null
  if (asks && first === null && plan.mayFallBack && !signal.aborted) {
    log.warn({}, 'no exchange can be reached: prices are simulated')
    return clockwork(simulatedMarket(SIMULATION_SEED))
  }
  const real = { ...material, exchanges, first }
  return { feed: cluster ? relayFeed({ ...real, cluster }) : exchangeFeed(real), kind: 'real' }
}
