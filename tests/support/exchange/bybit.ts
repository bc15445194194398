import { replaceOpen } from './faults.ts'
import { type StandIn, type StandInOptions, startStandIn } from './stand-in.ts'
import type { WireFormat } from './wire-format.ts'

const format: WireFormat = {
  name: 'bybit',
  restPaths: ['/v5/market/kline'],
  streamPath: '/v5/public/spot',
  newestFirst: true,
  pushes: false,
  parseQuery: (query) => ({
    from: Number(query.get('start') ?? 0),
    before: Number(query.get('end') ?? Number.MAX_SAFE_INTEGER) + 1,
    limit: Math.min(1000, Number(query.get('limit') ?? 200)),
  }),
  row: ({ otime, open, high, low, close, volume }) => [
    `${otime}`,
    open,
    high,
    low,
    close,
    volume,
    '1',
  ],
  fault: replaceOpen,
  timeOf: ([otime]) => Number(otime),
  reply: (list) => ({ retCode: 0, retMsg: 'OK', result: { symbol: 'BTCUSDT', list } }),
  tick: (lastPrice, ts) => ({
    topic: 'tickers.BTCUSDT',
    ts,
    type: 'snapshot',
    data: { symbol: 'BTCUSDT', lastPrice },
  }),
  answer: (message) => {
    const subscribed = message.includes('"subscribe"') && message.includes('"tickers.BTCUSDT"')
    const op = subscribed ? 'subscribe' : 'ping'
    const ret = subscribed ? '' : 'pong'
    return { text: `{"success":true,"ret_msg":"${ret}","conn_id":"1","op":"${op}"}`, subscribed }
  },
  countryBody:
    '{"error":"The Amazon CloudFront distribution is configured to block access from your country"}',
  closing: null,
  refusedSubscription:
    '{"success":false,"ret_msg":"error:handler not found,topic:tickers.BTCUSDT","conn_id":"1","op":"subscribe"}',
  // Ten minutes without a ping, although one every 20 s is recommended.
  closesAfterMs: 600_000,
}

/** A stand-in that speaks Bybit's public spot data: klines by REST and the tickers topic. */
export function startBybit(options: StandInOptions): StandIn {
  return startStandIn(format, options)
}
