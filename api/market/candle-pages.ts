import type { CandleReply, CandleRequest } from './exchange.ts'
import { ExchangeError } from './rest.ts'
import type { Candle } from './types.ts'
import { HOUR } from './types.ts'
import { asCandle } from './values.ts'

/** The rows of one page: candles that open at `from` or later and before `before`, in any order. */
export type GetRows = (from: number, before: number) => Promise<unknown>

/**
 * Fetches a span of hours in pages of fixed windows, so that a gap on the exchange's side can never
 * shift or end the walk. Rows are validated, kept to the window, deduplicated and put in order.
 * @param volumeAt the index of the traded volume in a row
 */
export async function candlePages(
  request: Pick<CandleRequest, 'from' | 'limit'>,
  pageHours: number,
  volumeAt: number,
  currentHour: number,
  getRows: GetRows,
): Promise<CandleReply> {
  const end = request.from + request.limit * HOUR
  const byHour = new Map<number, Candle>()
  let rejected = 0
  for (let from = request.from; from < end; from += pageHours * HOUR) {
    const before = Math.min(end, from + pageHours * HOUR)
    const rows = await getRows(from, before)
    if (!Array.isArray(rows)) throw new ExchangeError('failed', 'reply has no list of candles')
    for (const row of rows) {
      const candle = asCandle(row, volumeAt, currentHour)
      if (candle === null || candle.otime < from || candle.otime >= before) rejected++
      else if (!byHour.has(candle.otime)) byHour.set(candle.otime, candle)
    }
  }
  const candles = [...byHour.values()].sort((a, b) => a.otime - b.otime)
  return { candles, rejected }
}
