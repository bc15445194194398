import { type CommandDeps, CommandError } from '#api/commands/command.ts'
import type { PriceFeed } from '#api/infrastructure/config-schema.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createMarket } from '#api/market/market.ts'
import { readMarketKind } from '#api/market/market-kind.ts'
import { readReplayFile } from '#api/market/replay-csv.ts'
import { initialShift } from '#api/market/replay-timeline.ts'
import { createReplayAnchor } from '#api/market/store.ts'
import type { Anchor, Candle, CandleStore, SourceName } from '#api/market/types.ts'
import {
  type CandleSource,
  type PriceFinding,
  priceOfInstant,
} from '#api/modules/rounds/price-of-instant.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { candlesSince } from './span.ts'

/** The recent past of the configured market. Instants are epoch milliseconds (UTC). */
export interface PastMarket {
  kind: MarketKind
  source: SourceName
  /** Oldest first. */
  candles: readonly Candle[]
  /** The time shift of a replayed file; null for other markets. */
  anchor: Anchor | null
  /** Price and volatility known at `instant`; null in a gap. */
  at(instant: number): { price: string; s60: number } | null
  /** The price of a round at an instant, by the rule of the sweeps. */
  priceOf(instant: number): Promise<PriceFinding>
}

/** Sixty days of hourly returns need one more open than hours. */
const S60_OPENS = 60 * 24 + 1
const MIN_CANDLES = 21 * 24

/** Collects candles in memory, because the seed writes everything in one transaction later. */
function createCollector() {
  const bySource = new Map<SourceName, Map<number, Candle>>()
  const store: CandleStore = {
    newest: async () => null,
    save: async (source, candles) => {
      const known = bySource.get(source) ?? new Map<number, Candle>()
      for (const candle of candles) known.set(candle.otime, candle)
      bySource.set(source, known)
    },
    latest: async () => [],
    firstFrom: async () => null,
  }
  return {
    store,
    /** Oldest first. */
    candles: (source: SourceName): Candle[] =>
      [...(bySource.get(source)?.values() ?? [])].sort((a, b) => a.otime - b.otime),
  }
}

/** The shift that gives a replay as long a past as the file has, unless the database has one. */
async function anchorOf(feed: PriceFeed, now: number): Promise<Anchor | null> {
  if (!feed.startsWith('replay:')) return null
  const { rows, hash } = await readReplayFile(feed.slice('replay:'.length))
  const hours = Math.ceil((now - candlesSince(now)) / HOUR_MS)
  return { fileHash: hash, shiftMs: initialShift(rows, now, hours) }
}

/**
 * Reads the candles of the configured PRICE_FEED since `candlesSince`, more than a server serves, with its
 * fallback to simulated prices.
 * @throws CommandError when there are too few, Error when the database holds another kind of market
 */
export async function readPastMarket(
  database: Database,
  { config, clock, log }: CommandDeps,
): Promise<PastMarket> {
  let anchor: Anchor | null = null
  const now = clock.now()
  const collector = createCollector()
  const market = createMarket({
    config: { feed: config.priceFeed, production: config.production, allowSimulated: true },
    recordedKind: await readMarketKind(database),
    clock,
    random: Math.random,
    store: collector.store,
    replayAnchor: {
      load: async () => {
        anchor =
          (await createReplayAnchor(database).load()) ?? (await anchorOf(config.priceFeed, now))
        return anchor
      },
      save: async (shifted) => {
        anchor = shifted
      },
    },
    log,
    endpoints: config.exchanges,
  })
  try {
    await market.start()
    const source = market.source()
    // Without the older pages of an exchange the demo is shorter.
    await market.firstOpenFrom(candlesSince(now), now).catch(() => null)
    const candles = source === null ? [] : collector.candles(source)
    if (source === null || candles.length < MIN_CANDLES) {
      throw new CommandError(
        `The market gave ${candles.length} hours of candles; a demo needs ${MIN_CANDLES}. ` +
          'PRICE_FEED=simulated needs no network.',
      )
    }
    return { kind: market.kind(), source, candles, anchor, ...lookups(source, candles) }
  } finally {
    await market.stop()
  }
}

function lookups(
  source: SourceName,
  candles: readonly Candle[],
): Pick<PastMarket, 'at' | 'priceOf'> {
  const indexes = new Map(candles.map(({ otime }, index) => [otime, index]))
  const newestFirst = candles.toReversed()
  const s60s = new Map<number, number>()
  const s60At = (index: number) => {
    const known = s60s.get(index)
    if (known !== undefined) return known
    const opens = candles.slice(Math.max(0, index + 1 - S60_OPENS), index + 1)
    const s60 = s60FromOpens(opens.map(({ open }) => Number(open)).reverse())
    s60s.set(index, s60)
    return s60
  }
  const candleSource: CandleSource = {
    source: () => source,
    candles: (limit) => newestFirst.slice(0, limit),
    firstOpenFrom: async (instant, before) =>
      candles.find(({ otime }) => otime >= instant && otime < before) ?? null,
  }
  return {
    at(instant) {
      const hour = Math.floor(instant / HOUR_MS) * HOUR_MS
      // A price up to an hour old is fresh by every version of the rule.
      const index = indexes.get(hour) ?? indexes.get(hour - HOUR_MS)
      const candle = index === undefined ? undefined : candles[index]
      return index === undefined || !candle ? null : { price: candle.open, s60: s60At(index) }
    },
    priceOf: (instant) =>
      priceOfInstant(candleSource, instant, (candles.at(-1)?.otime ?? 0) + HOUR_MS),
  }
}
