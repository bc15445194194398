import { join } from 'node:path'
import { seed } from '#api/commands/seed.ts'
import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { childPlace } from './child-server.ts'
import { type ProductionFront, startProductionFront } from './production-front.ts'

/** Two instances of `api/main.ts` in production, on PostgreSQL and Redis, behind the shipped Caddyfile. */
export interface ProductionSite extends ProductionFront {
  /** Their own addresses, which the proxy alone uses. */
  instances: string[]
}

interface ProductionSiteOptions {
  /** Filled with the demo of `npm run seed`. */
  seeded?: boolean
  /** Environment beside the setting. */
  settings?: Record<string, string>
}

/** Starts the site; `folder` is the authority's. */
export async function startProductionSite(
  folder: string,
  { seeded = false, settings = {} }: ProductionSiteOptions = {},
): Promise<ProductionSite> {
  const front = await startProductionFront(folder, systemClock)
  const place = await childPlace()
  if (place.databaseUrl === null) throw new Error('the production setting needs TEST_DATABASE_URL')
  const stop = async () => {
    await place.dispose()
    await front.stop()
  }
  try {
    if (seeded) {
      // In production the command refuses, so only the market is that of the site.
      const { PRICE_FEED = '', BINANCE_REST_URL = '', BINANCE_STREAM_URL = '' } = front.environment
      const market = { PRICE_FEED, BINANCE_REST_URL, BINANCE_STREAM_URL, LOG_LEVEL: 'silent' }
      const config = readConfig(market)
      const print = () => {}
      const deps = { config, log: createLog('silent'), clock: systemClock, print }
      await seed([], { ...deps, printError: print, open: () => place.open() })
    }
    const instances: string[] = []
    for (const name of ['one', 'two']) {
      const own = { DATA_DIR: join(place.folder, name), ...settings }
      instances.push(await place.start({ ...front.environment, ...own }).url)
    }
    await front.open(instances.map((address) => Number(new URL(address).port)))
    return { ...front, instances, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
