import { HOUR_MS } from '#shared/rules/time.ts'
import { type StandIn, type StandInOptions, startStandIn } from './stand-in.ts'
import type { WireFormat } from './wire-format.ts'

const PRODUCT = 'BTC-USDT'
const TOO_MANY =
  'granularity too small for the requested time range. Count of aggregations requested exceeds 300'

const format: WireFormat = {
  name: 'coinbase',
  restPaths: [`/products/${PRODUCT}/candles`],
  streamPath: '/',
  newestFirst: true,
  pushes: false,
  // Both bounds are inclusive; 301 rows pass, and a range of more is refused.
  parseQuery: (query) => {
    const from = Date.parse(query.get('start') ?? '')
    const before = Date.parse(query.get('end') ?? '') + HOUR_MS
    const isTooLong = (before - from) / HOUR_MS > 301
    if (!isTooLong) return { from, before, limit: 301 }
    return Response.json({ message: TOO_MANY }, { status: 400 })
  },
  row: ({ otime, open, high, low, close, volume }) => [
    otime / 1000,
    Number(low),
    Number(high),
    Number(open),
    Number(close),
    Number(volume),
  ],
  fault: ([time, low, high, , ...rest], open) => [time, low, high, open, ...rest],
  timeOf: ([seconds]) => Number(seconds) * 1000,
  reply: (rows) => rows,
  tick: (price, time) => ({
    type: 'ticker',
    sequence: time,
    product_id: PRODUCT,
    price,
    open_24h: '1',
    volume_24h: '1',
    low_24h: '1',
    high_24h: '1',
    volume_30d: '1',
    best_bid: '1',
    best_bid_size: '1',
    best_ask: '1',
    best_ask_size: '1',
    side: 'buy',
    time: microseconds(time),
    trade_id: time,
    last_size: '0.01',
  }),
  heartbeat: (time) => ({
    type: 'heartbeat',
    last_trade_id: time,
    product_id: PRODUCT,
    sequence: time,
    time: microseconds(time),
  }),
  answer: (message) => {
    const subscribed = message.includes('"subscribe"') && message.includes(`"${PRODUCT}"`)
    const channels = ['ticker', 'heartbeat'].map((name) => ({ name, product_ids: [PRODUCT] }))
    return { text: JSON.stringify({ type: 'subscriptions', channels }), subscribed }
  },
  countryBody: '{"message":"Service is not available in your country"}',
  closing: null,
  refusedSubscription: `{"type":"error","message":"Failed to subscribe","reason":"${PRODUCT} is delisted"}`,
}

const microseconds = (time: number) => new Date(time).toISOString().replace('Z', '000Z')

/** A stand-in that speaks Coinbase Exchange: candles by REST, the ticker and heartbeat channels. */
export function startCoinbase(options: StandInOptions): StandIn {
  return startStandIn(format, options)
}
