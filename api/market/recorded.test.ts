import { describe, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import {
  binanceCandles,
  binanceMessages,
  bybitCandles,
  bybitMessages,
  coinbaseMessages,
  okxCandles,
  okxMessages,
} from '#tests/support/exchange/recorded.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { binance } from './binance.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { okx } from './okx.ts'

const { signal } = new AbortController()

/** Requests the hours of `opens` from an exchange that answers with `reply`. */
async function fetchFrom(
  client: typeof binance,
  reply: unknown,
  { opens, bars, last }: { opens: string[]; bars: string[]; last: number },
) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(reply) })
  try {
    const endpoint = { rest: `http://127.0.0.1:${server.port}`, stream: 'ws://unused' }
    const exchange = client(endpoint, testClock(last + 10 * 60_000))
    const from = last - (opens.length - 1) * HOUR_MS
    const { candles, rejected } = await exchange.candles({ from, limit: opens.length, signal })
    expect(rejected).toBe(0)
    const read = candles.map(({ bar }) => bar && [bar.high, bar.low, bar.close, bar.volume])
    expect(candles.map(({ otime, open }) => ({ otime, open }))).toEqual(
      opens.map((open, index) => ({ otime: from + index * HOUR_MS, open })),
    )
    // The newest hour is still running.
    expect(read).toEqual([...bars.map((bar) => bar.split(' ')), undefined])
  } finally {
    await server.stop(true)
  }
}

describe('candles as recorded by others', () => {
  test('of Binance', () =>
    fetchFrom(binance, binanceCandles.rows, { ...binanceCandles, last: 1672992000000 }))

  test('of OKX, the newest hour unconfirmed', () =>
    fetchFrom(
      okx,
      { code: '0', msg: '', data: okxCandles.rows },
      { ...okxCandles, last: 1705435200000 },
    ))

  test('of Bybit', () => {
    const result = { category: 'spot', symbol: 'BTCUSDT', list: bybitCandles.rows }
    const reply = { retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: 1718761678876 }
    return fetchFrom(bybit, reply, { ...bybitCandles, last: 1715176800000 })
  })

  // No recording was found: time, low, high, open, close, volume, newest first, one row before the start.
  test('of Coinbase, as documented', () =>
    fetchFrom(
      coinbase,
      [
        [1767229200, 87012.5, 87480, 87120.01, 87300.99, 12.34567891],
        [1767225600, 86900, 87200.55, 87000, 87120.02, 9.5],
        [1767222000, 86800, 87100, 86950.1, 87000, 3.25],
      ],
      {
        opens: ['87000.00', '87120.01'],
        bars: ['87200.55 86900.00 87120.02 9.5'],
        last: 1767229200000,
      },
    ))
})

test.each([
  ['binance', binance, binanceMessages],
  ['okx', okx, okxMessages],
  ['bybit', bybit, bybitMessages],
  ['coinbase', coinbase, coinbaseMessages],
] as const)('understands recorded messages of %s', (_, client, messages) => {
  const endpoint = { rest: 'http://unused', stream: 'ws://unused' }
  const parse = client(endpoint, testClock(0)).stream.createParser()
  const meanings = messages.map(([message]) => {
    const parsed = parse(message)
    return parsed.kind === 'price' ? `price ${parsed.price} ${parsed.time}` : parsed.kind
  })
  expect(meanings).toEqual(messages.map(([, meaning]) => meaning))
})
