import { createMarket, type Market } from '#api/market/market.ts'
import { createCandleStore, createReplayAnchor } from '#api/market/store.ts'
import { readMarketKind, writeMarketKind } from '#api/platform/database/market-fact.ts'
import type { ServerOptions } from '../server.ts'

/** Makes the market of this database and starts its feed. Rejects when the setting contradicts it. */
export async function startMarket(options: ServerOptions): Promise<Market> {
  const { config, clock, log, database } = options
  const market = createMarket({
    config: {
      feed: config.priceFeed,
      production: config.production,
      allowSimulated: !config.production,
    },
    rememberedKind: await readMarketKind(database),
    clock,
    random: Math.random,
    store: createCandleStore(database),
    replayAnchor: createReplayAnchor(database),
    log,
    ...(options.endpoints && { endpoints: options.endpoints }),
  })
  await market.start()
  await writeMarketKind(database, market.kind())
  return market
}
