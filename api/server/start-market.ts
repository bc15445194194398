import { type MarketConfig, planFeed } from '#api/market/create-feed.ts'
import { createMarket, type Market } from '#api/market/market.ts'
import { readMarketKind, recordMarketKind } from '#api/market/market-kind.ts'
import type { Cluster } from '#api/market/shared-feed.ts'
import { createCandleStore, createReplayAnchor } from '#api/market/store.ts'
import type { ServerOptions } from '#api/server.ts'
import type { MarketKind } from '#shared/contract/price.ts'

/** How often a process that may not decide looks whether the kind of market is decided (ms). */
const LOOK_MS = 250

/** Makes the market of this database and starts its feed. Rejects when the setting contradicts it. */
export async function startMarket(options: ServerOptions, cluster: Cluster): Promise<Market> {
  const { clock, log, database } = options
  const config: MarketConfig = {
    feed: options.config.priceFeed,
    production: options.config.production,
    allowSimulated: !options.config.production,
  }
  const market = createMarket({
    config,
    recordedKind: await decidedKind(options, config, cluster),
    clock,
    random: Math.random,
    store: createCandleStore(database),
    replayAnchor: createReplayAnchor(database),
    log,
    cluster,
    ...(options.endpoints && { endpoints: options.endpoints }),
  })
  await market.start()
  const kind = await recordMarketKind(database, market.kind())
  if (kind === market.kind()) return market
  await market.stop()
  throw new Error(
    `Another process has just begun this database with ${kind} prices, and this one would show ` +
      `${market.kind()} ones: start it again, with the same PRICE_FEED as the other.`,
  )
}

/**
 * What the database was begun with; null when this process is to begin it. Where prices may turn out
 * to be simulated, one process decides so for all, by its jobLock, and the others wait for it.
 */
async function decidedKind(
  { database, clock }: ServerOptions,
  config: MarketConfig,
  { jobLock }: Cluster,
): Promise<MarketKind | null> {
  const plan = planFeed(config, null)
  for (;;) {
    const kind = await readMarketKind(database)
    const isOpen = kind === null && plan.kind === 'real' && plan.mayFallBack
    if (!isOpen || jobLock.isHeld()) return kind
    await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve))
  }
}
