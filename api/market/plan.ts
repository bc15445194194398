import type { PriceFeed } from '#api/infrastructure/config-values.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { EXCHANGES, type ExchangeName } from '#shared/rules/exchanges.ts'

export interface MarketConfig {
  /** `PRICE_FEED` as configured. */
  feed: PriceFeed
  production: boolean
  /** Whether `auto` may fall back to invented prices when no exchange can be reached. */
  allowSimulated: boolean
}

/** What stands behind the market, decided before anything is asked over the network. */
export type Plan =
  | { kind: 'real'; exchanges: ExchangeName[]; mayFallBack: boolean }
  | { kind: 'replay'; path: string }
  | { kind: 'simulated' }

/**
 * Decides by the setting and by what the database was made with (null for a new one). Prices of two
 * kinds never meet in one database: a setting that contradicts it throws an Error of one line.
 */
export function planOf(config: MarketConfig, remembered: MarketKind | null): Plan {
  const plan = wanted(config, remembered)
  if (remembered !== null && plan.kind !== remembered) {
    throw new Error(
      `PRICE_FEED=${config.feed} means ${plan.kind} prices, but this database holds a market of ` +
        `${remembered} prices: set PRICE_FEED to match, or use another DATA_DIR or DATABASE_URL`,
    )
  }
  return plan
}

function wanted({ feed, production, allowSimulated }: MarketConfig, remembered: MarketKind | null) {
  if (feed === 'simulated') return { kind: 'simulated' } satisfies Plan
  if (feed.startsWith('replay:')) {
    return { kind: 'replay', path: feed.slice('replay:'.length) } satisfies Plan
  }
  if (feed === 'auto' && remembered === 'simulated' && !production) {
    return { kind: 'simulated' } satisfies Plan
  }
  return {
    kind: 'real',
    exchanges: EXCHANGES.filter((name) => feed === 'auto' || feed === name),
    mayFallBack: feed === 'auto' && remembered === null && !production && allowSimulated,
  } satisfies Plan
}
