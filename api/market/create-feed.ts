import type { Clock } from '#api/infrastructure/clock.ts'
import type { PriceFeed } from '#api/infrastructure/config-schema.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { EXCHANGES, type ExchangeName } from '#shared/rules/exchanges.ts'
import { binance } from './binance.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { createDeterministicFeed, type DeterministicMarket } from './deterministic-feed.ts'
import type { Endpoints } from './exchange.ts'
import { createExchangeFeed, START_BUDGET } from './exchange-feed.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { findSource } from './find-source.ts'
import { okx } from './okx.ts'
import { replayMarket, resolveShift } from './replay.ts'
import { readReplayFile } from './replay-csv.ts'
import { type Cluster, createSharedFeed } from './shared-feed.ts'
import { simulatedMarket } from './simulated.ts'
import type { CandleStore, Counters, MarketLog, Random, ReplayAnchor } from './types.ts'

const clients = { binance, okx, bybit, coinbase }
/** A fixed seed, so that two development servers show the same prices. */
const SIMULATION_SEED = 21_000_000

export interface MarketConfig {
  /** `PRICE_FEED` as configured. */
  feed: PriceFeed
  production: boolean
  /** Whether `auto` may fall back to simulated prices when no exchange is reachable. */
  allowSimulated: boolean
}

/** The feed by configuration and database, before any network request. */
type FeedPlan =
  | { kind: 'real'; exchanges: ExchangeName[]; mayFallBack: boolean }
  | { kind: 'replay'; path: string }
  | { kind: 'simulated' }

/**
 * Chooses the feed by the configuration and the recorded market kind of the database (null for a new
 * one). @throws Error of one line when they contradict: prices of two kinds never mix
 */
export function planFeed(config: MarketConfig, recorded: MarketKind | null): FeedPlan {
  const plan = configuredFeed(config, recorded)
  if (recorded !== null && plan.kind !== recorded) {
    throw new Error(
      `PRICE_FEED=${config.feed} means ${plan.kind} prices, but this database holds a market of ` +
        `${recorded} prices: set PRICE_FEED to match, or use another DATA_DIR or DATABASE_URL`,
    )
  }
  return plan
}

function configuredFeed(
  { feed, production, allowSimulated }: MarketConfig,
  recorded: MarketKind | null,
): FeedPlan {
  if (feed === 'simulated') return { kind: 'simulated' }
  if (feed.startsWith('replay:')) return { kind: 'replay', path: feed.slice('replay:'.length) }
  if (feed === 'auto' && recorded === 'simulated' && !production) return { kind: 'simulated' }
  return {
    kind: 'real',
    exchanges: EXCHANGES.filter((name) => feed === 'auto' || feed === name),
    mayFallBack: feed === 'auto' && recorded === null && !production && allowSimulated,
  }
}

interface CreateFeedOptions extends FeedEvents {
  plan: FeedPlan
  store: CandleStore
  replayAnchor: ReplayAnchor
  clock: Clock
  random: Random
  log: MarketLog
  counters: Counters
  endpoints: Endpoints
  /** Unset for the only instance on its store. */
  cluster?: Cluster
  signal: AbortSignal
}

/**
 * Creates the planned feed. A plan with a fallback is simulated when no exchange answers within 6 s.
 * Only exchange feeds are shared between instances. @throws Error for an invalid replay file
 */
export async function createFeed(
  options: CreateFeedOptions,
): Promise<{ feed: Feed; kind: MarketKind }> {
  const { plan, clock, log, signal, cluster } = options
  const deterministic = (market: DeterministicMarket) => ({
    feed: createDeterministicFeed({ ...options, market }),
    kind: market.name,
  })

  if (plan.kind === 'simulated') return deterministic(simulatedMarket(SIMULATION_SEED))
  if (plan.kind === 'replay') {
    const file = await readReplayFile(plan.path)
    const shift = await resolveShift(file, options.replayAnchor, clock.now())
    return deterministic(replayMarket(file.rows, shift))
  }
  const exchanges = plan.exchanges.map((name) => {
    const endpoint = options.endpoints[name]
    const exchange = clients[name](endpoint, clock)
    return { ...exchange, stream: { ...exchange.stream, proxy: endpoint.proxy } }
  })
  const isOwner = cluster === undefined || cluster.jobLock.isHeld()
  const mustDecide = isOwner && plan.mayFallBack
  const live = mustDecide
    ? await findSource({ ...options, exchanges, budgetMs: START_BUDGET })
    : null
  if (mustDecide && live === null && !signal.aborted) {
    log.warn({}, 'no exchange can be reached: prices are simulated')
    return deterministic(simulatedMarket(SIMULATION_SEED))
  }
  const first = live && { exchange: live.exchange, live, isProven: true }
  const real = { ...options, exchanges, first }
  return {
    feed: cluster ? createSharedFeed({ ...real, cluster }) : createExchangeFeed(real),
    kind: 'real',
  }
}
