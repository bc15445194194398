import type { LivePrice } from '#shared/contract/price.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'

/** A Saturday in a Thursday round, as epoch milliseconds. */
export const SAMPLE_NOW = Date.UTC(2026, 10, 21, 2, 30)

/** An instant of the contract, `after` milliseconds after the sample's. */
export const at = (after: number) => new Date(SAMPLE_NOW + after).toISOString()

/** A price received `after` milliseconds after the sample's instant. */
export function samplePrice(value: string, after = 0, more: Partial<LivePrice> = {}): LivePrice {
  return { value, time: at(after), source: 'binance', market: 'real', freshness: 'live', ...more }
}

const votes = { up: 1, steady: 2, down: 3, unknown: 4 }

/** Summary of the sample's period; both rounds have a reference price. */
export function sampleSummary(after = 0, price: LivePrice | null = null): VoteSummary {
  return {
    serverDate: at(after),
    target1: {
      targetDate: '2026-11-23T00:00:00.000Z',
      refDate: '2026-11-16T00:00:00.000Z',
      refPrice: '64000.00',
      votes,
    },
    target2: {
      targetDate: '2026-11-26T00:00:00.000Z',
      refDate: '2026-11-19T00:00:00.000Z',
      refPrice: '66000.00',
      votes,
    },
    price,
  }
}

/** The hello message of stream `stream`. */
export function sampleHello(
  seq: number,
  summary: VoteSummary = sampleSummary(),
  stream = 'one',
): StreamMessage {
  return { type: 'hello', seq, serverDate: summary.serverDate, stream, summary }
}
