import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from './eventually.ts'
import { startBinance } from './exchange/binance.ts'
import type { StandIn } from './exchange/stand-in.ts'
import type { Tape } from './exchange/tape.ts'
import { testClock } from './test-clock.ts'
import { SATURDAY, startTestServer, type TestServer } from './test-server.ts'

/** Price at an instant; null starts a gap until the next entry. */
export type PlannedPrice = readonly [instant: string, price: number | null]

/**
 * A market that interpolates planned prices hour by hour and is flat within the hour, so that a test knows
 * the open of every round. Before the first entry it has that entry's price.
 */
export function plannedTape(plan: readonly PlannedPrice[]): Tape {
  const knots = plan.map(([instant, price]) => ({ at: Date.parse(instant), price }))
  const priceAt = (otime: number): number | null => {
    const next = knots.findIndex(({ at }) => at > otime)
    const from = next === 0 ? knots[0] : knots.at(next === -1 ? -1 : next - 1)
    const to = knots[next]
    if (!from || from.price === null) return null
    if (!to || to.price === null || from.at > otime) return from.price
    return from.price + ((to.price - from.price) * (otime - from.at)) / (to.at - from.at)
  }
  return {
    row: (otime) => {
      const price = priceAt(Math.floor(otime / HOUR_MS) * HOUR_MS)
      if (price === null) return undefined
      const open = price.toFixed(2)
      return { otime, open, high: open, low: open, close: open, volume: '1.00000' }
    },
  }
}

/** The server on a stand-in of Binance with planned prices and switchable faults. */
export interface PlannedServer extends TestServer {
  exchange: StandIn
  /** Waits for a live price, without which a vote has no points, and lets the feed connect again if it must. */
  untilLive: () => Promise<void>
  /** Trades at a price (a decimal string), from the first one on only at such prices, until the server has it. */
  trade: (price: string) => Promise<void>
}

/** Starts server and stand-in, and waits for the price, if one is planned for `now`; `stop` stops both. */
export async function startPlannedServer(
  plan: readonly PlannedPrice[],
  now = SATURDAY,
  environment: Record<string, string> = {},
): Promise<PlannedServer> {
  const clock = testClock(now)
  const tape = plannedTape(plan)
  const exchange = startBinance({ tape, clock })
  const server = await startTestServer({
    clock,
    environment: { PRICE_FEED: 'binance', ...exchange.settings, ...environment },
  })
  const { market } = server.infrastructure
  const isLive = () => market.price()?.freshness === 'live'
  const untilLive = () => eventually(isLive, { step: () => clock.advance(25) })
  // The feed connects at once, and the clock of the test begins at `now`.
  if (tape.row(Date.parse(now))) await eventually(isLive)
  return {
    ...server,
    exchange,
    untilLive,
    trade: async (price) => {
      if (!exchange.faults.silent) await untilLive()
      exchange.faults.silent = true
      const step = () => {
        // A feed that the clock has taken for dead connects again after a pause.
        clock.advance(25)
        exchange.tick(price, clock.now())
      }
      await eventually(() => market.price()?.value === price, { step })
      // Listeners get four prices a second.
      clock.advance(250)
    },
    stop: async () => {
      await server.stop()
      await exchange.stop()
    },
  }
}
