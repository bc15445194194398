import { type CommandDeps, CommandError } from '#api/commands/command.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createMarket } from '#api/market/market.ts'
import { readMarketKind } from '#api/market/market-kind.ts'
import { readReplayFile } from '#api/market/replay-csv.ts'
import { initialShift } from '#api/market/replay-timeline.ts'
import { createReplayAnchor } from '#api/market/store.ts'
import type { Anchor, Candle } from '#api/market/types.ts'
import { priceOfInstant } from '#api/modules/rounds/price-of-instant.ts'
import { s60FromOpens } from '#shared/rules/offer.ts'
import { seasonOf, seasonStart } from '#shared/rules/season.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'

/** Sixty days of hourly returns need one more open than hours. */
const S60_OPENS = 60 * 24 + 1
const MIN_CANDLES = 21 * 24

export type PastMarket = Awaited<ReturnType<typeof readPastMarket>>

const previousSeason = (season: string) => seasonOf(seasonStart(season) - 1)

/** First instant of the first of the demo's seasons: two have ended at `now` (epoch ms). */
export const demoSince = (now: number): number =>
  seasonStart(previousSeason(previousSeason(seasonOf(now))))

/** Price, volatility and the rule of the sweeps on `candles`, which are oldest first. */
function lookups(source: string, candles: readonly Candle[]) {
  const indexes = new Map(candles.map(({ otime }, index) => [otime, index]))
  const end = (candles.at(-1)?.otime ?? 0) + HOUR_MS
  const candleSource = {
    source: () => source,
    candles: (limit: number) => candles.slice(-limit).toReversed(),
    firstOpenFrom: async (instant: number, before: number) =>
      candles.find(({ otime }) => otime >= instant && otime < before) ?? null,
  }
  return {
    /** Price and volatility known at `instant`; null in a gap of more than an hour. */
    at(instant: number): { price: string; s60: number } | null {
      const hour = Math.floor(instant / HOUR_MS) * HOUR_MS
      const next = (indexes.get(hour) ?? indexes.get(hour - HOUR_MS) ?? -1) + 1
      const known = candles.slice(Math.max(0, next - S60_OPENS), next).toReversed()
      const s60 = s60FromOpens(known.map(({ open }) => Number(open)))
      return known[0] ? { price: known[0].open, s60 } : null
    },
    priceOf: (instant: number) => priceOfInstant(candleSource, instant, end),
  }
}

/**
 * Reads the candles of the configured PRICE_FEED, more than a server serves, with its fallback to simulated
 * prices, into memory. @throws CommandError when there are too few, Error when the database has another kind
 */
export async function readPastMarket(database: Database, { config, clock, log }: CommandDeps) {
  const now = clock.now()
  // The volatility of an offer needs 60 days of candles.
  const since = demoSince(now) - WEEK_MS - 60 * DAY_MS
  const bySource = new Map<string, Map<number, Candle>>()
  const replay: { anchor: Anchor | null } = { anchor: null }
  const market = createMarket({
    config: { feed: config.priceFeed, production: config.production, allowSimulated: true },
    recordedKind: await readMarketKind(database),
    clock,
    random: Math.random,
    store: {
      newest: async () => null,
      latest: async () => [],
      firstFrom: async () => null,
      save: async (source, candles) => {
        const entries = candles.map((candle) => [candle.otime, candle] as const)
        bySource.set(source, new Map([...(bySource.get(source) ?? []), ...entries]))
      },
    },
    replayAnchor: {
      /** A new replay has as long a past as its file. */
      load: async () => {
        replay.anchor = await createReplayAnchor(database).load()
        if (replay.anchor || !config.priceFeed.startsWith('replay:')) return replay.anchor
        const { rows, hash } = await readReplayFile(config.priceFeed.slice('replay:'.length))
        const hours = Math.ceil((now - since) / HOUR_MS)
        replay.anchor = { fileHash: hash, shiftMs: initialShift(rows, now, hours) }
        return replay.anchor
      },
      save: async (shifted) => {
        replay.anchor = shifted
      },
    },
    log,
    endpoints: config.exchanges,
  })
  try {
    await market.start()
    const source = market.source()
    // Without the older pages of an exchange the demo is shorter.
    await market.firstOpenFrom(since, now).catch(() => null)
    const saved = source === null ? [] : (bySource.get(source)?.values() ?? [])
    const candles = [...saved].sort((a, b) => a.otime - b.otime)
    if (source === null || candles.length < MIN_CANDLES) {
      throw new CommandError(
        `The market gave ${candles.length} hours of candles; a demo needs ${MIN_CANDLES}. ` +
          'PRICE_FEED=simulated needs no network.',
      )
    }
    const { anchor } = replay
    return { kind: market.kind(), source, candles, anchor, ...lookups(source, candles) }
  } finally {
    await market.stop()
  }
}
