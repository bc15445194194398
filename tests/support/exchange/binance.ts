import { HOUR_MS } from '#shared/rules/time.ts'
import { replaceOpen } from './faults.ts'
import { type StandIn, type StandInOptions, startStandIn } from './stand-in.ts'
import type { WireFormat } from './wire-format.ts'

const format: WireFormat = {
  name: 'binance',
  restPaths: ['/api/v3/klines'],
  streamPath: '/ws/btcusdt@miniTicker',
  newestFirst: false,
  pushes: true,
  parseQuery: (query) => ({
    from: Number(query.get('startTime') ?? 0),
    before: Number(query.get('endTime') ?? Number.MAX_SAFE_INTEGER) + 1,
    limit: Math.min(1000, Number(query.get('limit') ?? 500)),
  }),
  row: ({ otime, open, high, low, close, volume }) => [
    otime,
    eight(open),
    eight(high),
    eight(low),
    eight(close),
    eight(volume),
    otime + HOUR_MS - 1,
    '0.00000000',
    1000,
    '0.00000000',
    '0.00000000',
    '0',
  ],
  fault: replaceOpen,
  timeOf: ([otime]) => Number(otime),
  reply: (rows) => rows,
  tick: (price, time) => ({
    e: '24hrMiniTicker',
    E: time,
    s: 'BTCUSDT',
    c: price,
    o: '1.00000000',
    h: '1.00000000',
    l: '1.00000000',
    v: '1.00000000',
    q: '1.00000000',
  }),
  answer: () => ({ text: null, subscribed: false }),
  countryBody: JSON.stringify({
    code: 0,
    msg: "Service unavailable from a restricted location according to 'b. Eligibility' in https://www.binance.com/en/terms. Please contact customer service if you believe you received this message in error.",
  }),
  closing: '{"e":"serverShutdown","E":1770123456789}',
  refusedSubscription: '{"error":{"code":2,"msg":"Invalid request: unknown stream"}}',
  // "The WebSocket server will send a ping frame every 20 seconds", a pong is due within a minute.
  pingEveryMs: 20_000,
}

/** A stand-in that speaks Binance's public market data: `/api/v3/klines` and the mini ticker. */
export function startBinance(options: StandInOptions): StandIn {
  return startStandIn(format, options)
}

/** Binance writes all numbers with eight decimals. */
function eight(value: string): string {
  const [whole, part = ''] = value.split('.')
  return `${whole}.${part.padEnd(8, '0')}`
}
