import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { type MarketConfig, planFeed } from './create-feed.ts'
import { createMarket, type Market } from './market.ts'
import { readMarketKind, recordMarketKind } from './market-kind.ts'
import type { Cluster } from './shared-feed.ts'
import { createCandleStore, createReplayAnchor } from './store.ts'

/** Interval at which an instance without the job lock checks for a recorded market kind. */
const POLL_MS = 250

export interface StartMarketDeps {
  config: Pick<Config, 'priceFeed' | 'production' | 'exchanges'>
  clock: Clock
  log: Log
  database: Database
  cluster: Cluster
}

/** Starts the market of this database. Rejects when PRICE_FEED contradicts the recorded kind. */
export async function startMarket(deps: StartMarketDeps): Promise<Market> {
  const { clock, log, database, cluster } = deps
  const config: MarketConfig = {
    feed: deps.config.priceFeed,
    production: deps.config.production,
    allowSimulated: !deps.config.production,
  }
  const market = createMarket({
    config,
    recordedKind: await waitForKind(deps, config),
    clock,
    random: Math.random,
    store: createCandleStore(database),
    replayAnchor: createReplayAnchor(database),
    log,
    cluster,
    endpoints: deps.config.exchanges,
  })
  await market.start()
  const kind = await recordMarketKind(database, market.kind())
  if (kind === market.kind()) return market
  await market.stop()
  throw new Error(
    `Another instance has just started this database with ${kind} prices, and this one would show ` +
      `${market.kind()} ones: start it again, with the same PRICE_FEED as the other.`,
  )
}

/**
 * The recorded market kind; null when this instance has to decide it. With a possible fallback to
 * simulated prices, the owner of the job lock decides and the others wait.
 */
async function waitForKind(
  { database, clock, cluster }: StartMarketDeps,
  config: MarketConfig,
): Promise<MarketKind | null> {
  const plan = planFeed(config, null)
  for (;;) {
    const kind = await readMarketKind(database)
    const isUndecided = kind === null && plan.kind === 'real' && plan.mayFallBack
    if (!isUndecided || cluster.jobLock.isHeld()) return kind
    await new Promise<void>((resolve) => clock.after(POLL_MS, resolve))
  }
}
