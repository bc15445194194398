import { type StandIn, type StandInOptions, startStandIn, type WireFormat } from './stand-in.ts'

const format: WireFormat = {
  restPaths: ['/api/v5/market/candles', '/api/v5/market/history-candles'],
  streamPath: '/ws/v5/public',
  newestFirst: true,
  pushes: false,
  // "before" is newer than, "after" is older than; both exclusive.
  parseQuery: (query) => ({
    from: Number(query.get('before') ?? -1) + 1,
    before: Number(query.get('after') ?? Number.MAX_SAFE_INTEGER),
    limit: Math.min(100, Number(query.get('limit') ?? 100)),
  }),
  row: ({ otime, open, high, low, close, volume }) => [
    `${otime}`,
    open,
    high,
    low,
    close,
    volume,
    '1',
    '1',
    '1',
  ],
  reply: (data) => ({ code: '0', msg: '', data }),
  tick: (last, time) => ({
    arg: { channel: 'tickers', instId: 'BTC-USDT' },
    data: [{ instType: 'SPOT', instId: 'BTC-USDT', last, ts: `${time}` }],
  }),
  answer: (message) => {
    if (message === 'ping') return { text: 'pong', subscribed: false }
    const subscribed = message.includes('"subscribe"') && message.includes('"BTC-USDT"')
    return { text: '{"event":"subscribe","arg":{"channel":"tickers"}}', subscribed }
  },
}

/** A stand-in that speaks OKX's public market data: candles by REST and the tickers channel. */
export function startOkx(options: StandInOptions): StandIn {
  return startStandIn(format, options)
}
