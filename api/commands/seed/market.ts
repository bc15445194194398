import { type CommandDeps, CommandError } from '#api/commands/command.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createMarket } from '#api/market/market.ts'
import { readMarketKind } from '#api/market/market-kind.ts'
import { createReplayAnchor } from '#api/market/store.ts'
import type { Anchor, Candle, CandleStore, SourceName } from '#api/market/types.ts'
import { MAX_CANDLES } from '#api/market/types.ts'
import { openingFavorite } from '#api/rounds/opening-favorite.ts'
import {
  type CandleSource,
  type PriceFinding,
  priceOfInstant,
} from '#api/rounds/price-of-instant.ts'
import type { PriceEvidence } from '#api/rounds/round-record.ts'
import type { MarketKind } from '#shared/contract/price.ts'
import type { Outcome } from '#shared/contract/rounds.ts'
import { type Direction, outcome } from '#shared/rules/band.ts'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { DAY_MS, HOUR_MS, type Round, roundAt, roundStartsBetween } from '#shared/rules/schedule.ts'

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

/** A round with the prices that the sweeps would have stored. */
export interface PastRound extends Round {
  reference: PriceEvidence
  /** Null for a future target or one without a price. */
  settlement: { outcome: Outcome; evidence: PriceEvidence | null; at: number } | null
  /** The favorite of the offers at the open. */
  favorite: Direction
}

/** Sixty days of hourly returns need one more open than hours. */
const S60_OPENS = 60 * 24 + 1
const MIN_CANDLES = 21 * 24
/** Volatility needs a week of candles before the first round. */
const FIRST_ROUND_AFTER_MS = 7 * DAY_MS
/** Delay after an instant at which a running server reads its price (ms). */
const READ_AFTER_MS = 2_500

/** Stores nothing, because the seed writes everything in one transaction later. */
const NO_STORE: CandleStore = {
  newest: async () => null,
  save: async () => {},
  latest: async () => [],
  firstFrom: async () => null,
}

/**
 * Reads the candles of the configured PRICE_FEED, with the server's fallback to simulated prices.
 * @throws CommandError when there are too few, Error when the database holds another kind of market
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
    store: NO_STORE,
    replayAnchor: {
      load: async () => {
        anchor = await createReplayAnchor(database).load()
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
    const candles = market.candles(MAX_CANDLES).reverse()
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

const readOnTime = (evidence: PriceEvidence): PriceEvidence => ({
  ...evidence,
  readAt: evidence.candleAt + READ_AFTER_MS,
})

async function settlementOf(
  market: PastMarket,
  round: Round,
  refPrice: string,
  now: number,
): Promise<PastRound['settlement']> {
  if (now < round.targetDate + READ_AFTER_MS) return null
  const finding = await market.priceOf(round.targetDate)
  if (finding.state === 'wait') return null
  if (finding.state === 'none') {
    return { outcome: 'void', evidence: null, at: round.targetDate + DAY_MS + READ_AFTER_MS }
  }
  const evidence = readOnTime(finding.evidence)
  return { outcome: outcome(evidence.price, refPrice), evidence, at: evidence.readAt }
}

/** The rounds up to `now` (epoch ms) that the candles cover, oldest first, with their prices. */
export async function pastRounds(market: PastMarket, now: number): Promise<PastRound[]> {
  const first = market.candles[0]?.otime ?? now
  const newestFirst = market.candles.toReversed()
  const rounds: PastRound[] = []
  for (const refDate of roundStartsBetween(first + FIRST_ROUND_AFTER_MS, now)) {
    const finding = await market.priceOf(refDate)
    if (finding.state !== 'found') continue
    const round = roundAt(refDate)
    const reference = readOnTime(finding.evidence)
    const settlement = await settlementOf(market, round, reference.price, now)
    const favorite = openingFavorite(newestFirst, refDate, reference.price)
    rounds.push({ ...round, reference, settlement, favorite })
  }
  return rounds
}
