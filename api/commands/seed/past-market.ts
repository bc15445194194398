import { type CommandDeps, CommandError } from '#api/commands/command.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createMarket } from '#api/market/market.ts'
import { readMarketKind } from '#api/market/market-kind.ts'
import { createReplayAnchor } from '#api/market/store.ts'
import {
  type Anchor,
  type Candle,
  type CandleStore,
  MAX_CANDLES,
  type SourceName,
} from '#api/market/types.ts'
import {
  type CandleSource,
  type PriceFinding,
  priceOfInstant,
} from '#api/rounds/price-of-instant.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { HOUR_MS } from '#shared/rules/schedule.ts'

/** The recent past of the configured market. Instants are epoch milliseconds (UTC). */
export interface PastMarket {
  kind: MarketKind
  source: SourceName
  /** Oldest first. */
  candles: readonly Candle[]
  /** To be kept with the candles of a replay; null for other markets. */
  anchor: Anchor | null
  /** Price and volatility as they were known at `instant`; null where the market had a gap. */
  at(instant: number): { price: string; s60: number } | null
  /** The price that a round's instant counts by, found as the sweeps find it. */
  priceOf(instant: number): Promise<PriceFinding>
}

/** Sixty days of hourly returns need one open more. */
const S60_OPENS = 60 * 24 + 1
const LEAST_CANDLES = 21 * 24
/** The newest price a vote may be priced by is two hours old; one hour leaves no doubt. */
const FRESH_HOURS = 1

/** The market is read here, not kept: what is seeded is written in one transaction later. */
const KEEPS_NOTHING: CandleStore = {
  newest: async () => null,
  save: async () => {},
  latest: async () => [],
  firstFrom: async () => null,
}

/**
 * Reads the candles of the configured PRICE_FEED by the rules of the server, fall-back to simulated
 * prices included. Throws a CommandError when it gives too few, and an Error of one line when the
 * database holds a market of another kind.
 */
export async function readPastMarket(
  database: Database,
  { config, clock, log }: CommandDeps,
): Promise<PastMarket> {
  let anchor: Anchor | null = null
  const market = createMarket({
    config: { feed: config.priceFeed, production: config.production, allowSimulated: true },
    recordedKind: await readMarketKind(database),
    clock,
    random: Math.random,
    store: KEEPS_NOTHING,
    replayAnchor: {
      load: async () => {
        anchor = await createReplayAnchor(database).load()
        return anchor
      },
      save: async (laid) => {
        anchor = laid
      },
    },
    log,
  })
  try {
    await market.start()
    const source = market.source()
    const candles = market.candles(MAX_CANDLES).reverse()
    if (source === null || candles.length < LEAST_CANDLES) {
      throw new CommandError(
        `The market gave ${candles.length} hours of candles; a demo needs ${LEAST_CANDLES}. ` +
          'PRICE_FEED=simulated needs no network.',
      )
    }
    return pastOf(market.kind(), source, candles, anchor)
  } finally {
    await market.stop()
  }
}

function pastOf(
  kind: MarketKind,
  source: SourceName,
  candles: readonly Candle[],
  anchor: Anchor | null,
): PastMarket {
  const places = new Map(candles.map(({ otime }, place) => [otime, place]))
  const newestFirst = candles.toReversed()
  const s60s = new Map<number, number>()
  const s60At = (place: number) => {
    const known = s60s.get(place)
    if (known !== undefined) return known
    const opens = candles.slice(Math.max(0, place + 1 - S60_OPENS), place + 1)
    const s60 = s60FromOpens(opens.map(({ open }) => Number(open)).reverse())
    s60s.set(place, s60)
    return s60
  }
  const asSource: CandleSource = {
    source: () => source,
    candles: (limit) => newestFirst.slice(0, limit),
    firstOpenFrom: async (instant, before) =>
      candles.find(({ otime }) => otime >= instant && otime < before) ?? null,
  }
  return {
    kind,
    source,
    candles,
    anchor,
    at(instant) {
      const hour = Math.floor(instant / HOUR_MS) * HOUR_MS
      for (let back = 0; back <= FRESH_HOURS; back++) {
        const place = places.get(hour - back * HOUR_MS)
        const candle = place === undefined ? undefined : candles[place]
        if (place !== undefined && candle) return { price: candle.open, s60: s60At(place) }
      }
      return null
    },
    async priceOf(instant) {
      const newest = candles.at(-1)?.otime ?? 0
      return priceOfInstant(asSource, instant, newest + HOUR_MS)
    },
  }
}
