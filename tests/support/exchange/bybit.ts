import { type StandIn, type StandInOptions, startStandIn, type WireFormat } from './stand-in.ts'

const format: WireFormat = {
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
    return { text: `{"success":true,"ret_msg":"","op":"${op}"}`, subscribed }
  },
}

/** A stand-in that speaks Bybit's public spot data: klines by REST and the tickers topic. */
export function startBybit(options: StandInOptions): StandIn {
  return startStandIn(format, options)
}
