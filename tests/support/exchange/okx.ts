import { replaceOpen } from './faults.ts'
import { type StandIn, type StandInOptions, startStandIn } from './stand-in.ts'
import type { WireFormat } from './wire-format.ts'

const format: WireFormat = {
  name: 'okx',
  restPaths: ['/api/v5/market/candles', '/api/v5/market/history-candles'],
  streamPath: '/ws/v5/public',
  newestFirst: true,
  pushes: false,
  // "before" is newer than, "after" is older than; both exclusive.
  parseQuery: (query) => ({
    from: Number(query.get('before') ?? -1) + 1,
    before: Number(query.get('after') ?? Number.MAX_SAFE_INTEGER),
    limit: Math.min(300, Number(query.get('limit') ?? 100)),
  }),
  row: ({ otime, open, high, low, close, volume }, isFinal) => [
    `${otime}`,
    open,
    high,
    low,
    close,
    volume,
    '1',
    '1',
    isFinal ? '1' : '0',
  ],
  fault: replaceOpen,
  timeOf: ([otime]) => Number(otime),
  reply: (data) => ({ code: '0', msg: '', data }),
  tick: (last, time) => ({
    arg: { channel: 'tickers', instId: 'BTC-USDT' },
    data: [{ instType: 'SPOT', instId: 'BTC-USDT', last, ts: `${time}` }],
  }),
  answer: (message) => {
    if (message === 'ping') return { text: 'pong', subscribed: false }
    const subscribed = message.includes('"subscribe"') && message.includes('"BTC-USDT"')
    const arg = '{"channel":"tickers","instId":"BTC-USDT"}'
    return { text: `{"event":"subscribe","arg":${arg},"connId":"a4d3ae55"}`, subscribed }
  },
  countryBody:
    '{"code":"50051","msg":"Due to local laws and regulations, the service is not available.","data":[]}',
  closing:
    '{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade. Please reconnect.","connId":"a4d3ae55"}',
  refusedSubscription: '{"event":"error","code":"60018","msg":"Wrong URL","connId":"a4d3ae55"}',
  // Documented for 30 s without data; stricter here: without the client's "ping".
  closesAfterMs: 30_000,
}

/** A stand-in that speaks OKX's public market data: candles by REST and the tickers channel. */
export function startOkx(options: StandInOptions): StandIn {
  return startStandIn(format, options)
}
