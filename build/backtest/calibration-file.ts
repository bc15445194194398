import { basename } from 'node:path'
import type { OfferBacktest } from '#shared/contract/offers.ts'
import { OFFER_VERSION } from '#shared/rules/offer.ts'
import type { PastRound } from './past-rounds.ts'
import { calibration } from './strategies.ts'

const FILE = new URL('../../api/modules/offers/backtest.json', import.meta.url)
const DIGITS = 4

const rounded = (value: number) => Number(value.toFixed(DIGITS))
const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** The calibration of the present rule as the API serves it. `now` is epoch milliseconds. */
export function toBacktest(path: string, rounds: readonly PastRound[], now: number): OfferBacktest {
  const name = basename(path)
  const bins = calibration(rounds, OFFER_VERSION)
  return {
    version: OFFER_VERSION,
    source: `Hourly candles of BTC/USDT at Binance (${name})`,
    rounds: rounds.length,
    from: day(rounds[0]?.refDate ?? 0),
    to: day(rounds.at(-1)?.refDate ?? 0),
    made: day(now),
    command: `npm run backtest -- ${name} --write`,
    bins: bins.map(({ from, to, implied, observed: { mean, count, error } }) => ({
      bin: [from, to],
      calls: count,
      right: Math.round(mean * count),
      implied: rounded(implied),
      error: rounded(error),
    })),
  }
}

/** Replaces the data file of the API. */
export async function writeBacktest(backtest: OfferBacktest): Promise<void> {
  await Bun.write(FILE, `${JSON.stringify(backtest, null, 2)}\n`)
}
