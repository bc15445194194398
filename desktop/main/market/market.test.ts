import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import type { MarketSnapshot } from '#desktop/bridge/shapes.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import { STREAM_HEARTBEAT_MS } from '#shared/contract/endpoints.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { fakeSockets } from '#tests/support/fake-socket.ts'
import {
  at,
  SAMPLE_NOW,
  sampleHello,
  samplePrice,
  sampleSummary,
} from '#tests/support/market-samples.ts'
import { createMarket } from './market.ts'

beforeEach(() => {
  jest.useFakeTimers({ now: SAMPLE_NOW })
})
afterEach(() => {
  jest.useRealTimers()
})

/** A market with a fake stream, server and store. */
function createFixture({
  stored = null,
  skew = 0,
}: {
  stored?: MarketSnapshot | null
  skew?: number
} = {}) {
  const { Socket, sockets, last } = fakeSockets()
  const requests: {
    url: string
    cache: RequestCache | undefined
    respond: (summary: VoteSummary | null) => Promise<void>
  }[] = []
  const file = { stored, stops: 0 }
  const market = createMarket({
    apiOrigin: 'https://tidemark.example',
    WebSocket: Socket,
    fetch: (url, { signal, cache } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        requests.push({
          url,
          cache,
          respond: async (summary) => {
            if (summary) resolve(Response.json(summary))
            else reject(new TypeError('no network'))
            // The reply is read in a few turns of the event loop.
            for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
            await new Promise(setImmediate)
          },
        })
      }),
    marketSnapshot: {
      read: () => file.stored,
      write: (known) => {
        file.stored = known
      },
      stop: () => {
        file.stops += 1
      },
    },
    now: () => Date.now() + skew,
    random: () => 0.5,
  })
  const updates: LiveUpdate[] = []
  const links: string[] = []
  market.onUpdate((update) => updates.push(update))
  market.state.subscribe(() => {
    const { link } = market.state.getState()
    if (links.at(-1) !== link) links.push(link)
  })
  const receive = (message: object | null) => last().deliver(message)
  const tick = (seq: number, value: string, after: number) =>
    receive({ type: 'price', seq, serverDate: at(after), price: samplePrice(value, after) })
  return { market, sockets, requests, file, updates, links, receive, tick }
}

describe('the stream', () => {
  test('opens on start at the address of the contract', () => {
    const { market, sockets } = createFixture()
    expect(sockets).toHaveLength(0)
    market.start()
    market.start()
    expect(sockets.map(({ url }) => url)).toEqual(['wss://tidemark.example/api/v1/stream'])
    expect(market.state.getState()).toMatchObject({
      summary: null,
      price: null,
      link: 'connecting',
      receivedAt: null,
    })
  })

  test('updates summary and price, and drops an older price', () => {
    const { market, receive, tick } = createFixture()
    market.start()
    receive(sampleHello(7, sampleSummary(0, samplePrice('66100.00', -500))))
    expect(market.state.getState().price?.value).toBe('66100.00')
    tick(8, '66200.00', 250)
    tick(9, '99999.00', 100)
    expect(market.state.getState()).toMatchObject({
      price: { value: '66200.00' },
      summary: { target2: { refPrice: '66000.00' } },
      link: 'live',
    })
    receive({ type: 'summary', seq: 10, serverDate: at(500), summary: sampleSummary(500) })
    expect(market.state.getState().summary?.serverDate).toBe(at(500))
    expect(market.state.getState().price?.value).toBe('66200.00')
  })

  test('emits each message', () => {
    const { market, updates, receive, tick } = createFixture()
    market.start()
    receive(sampleHello(7))
    tick(8, '66200.00', 250)
    receive({ type: 'round', seq: 9, serverDate: at(300), event: 'opened', targetDate: at(0) })
    expect(updates.map(({ type }) => type)).toEqual(['hello', 'price', 'round'])
    expect(updates[0]).toEqual(sampleHello(7))
  })

  test('skips malformed messages', () => {
    const { market, updates, receive } = createFixture()
    market.start()
    receive(sampleHello(7))
    const price = { ...samplePrice('1'), value: '-1' }
    receive({ type: 'price', seq: 8, serverDate: at(0), price })
    const { target1: _, ...half } = sampleSummary(500)
    receive({ type: 'summary', seq: 9, serverDate: at(500), summary: half })
    receive({ type: 'heartbeat', seq: 10, serverDate: at(600) })
    expect(updates.flatMap((update) => ('seq' in update ? [update.seq] : []))).toEqual([7, 10])
    expect(market.state.getState()).toMatchObject({ price: null, summary: { serverDate: at(0) } })
  })

  test("follows the server's clock", () => {
    const { market, receive } = createFixture({ skew: 3_600_000 })
    market.start()
    receive(sampleHello(7))
    expect(market.now()).toBe(SAMPLE_NOW)
    expect(market.state.getState().receivedAt).toBe(SAMPLE_NOW)
  })
})

describe('snapshot', () => {
  test('returns a greeting with the current state and the last sequence number', () => {
    const { market, receive, tick } = createFixture()
    market.start()
    expect(market.snapshot()).toEqual({ type: 'link', link: 'connecting' })
    receive(sampleHello(7))
    jest.advanceTimersByTime(250)
    tick(8, '66200.00', 250)
    jest.advanceTimersByTime(750)
    expect(market.snapshot()).toMatchObject({
      ...sampleHello(8, sampleSummary(1_000, samplePrice('66200.00', 250))),
      stream: 'one',
    })
    receive(null)
    expect(market.snapshot()).toEqual({ type: 'link', link: 'connecting' })
  })
})

describe('without a stream', () => {
  test('polls the summary every few seconds and updates the state', async () => {
    const { market, requests, updates, links, receive } = createFixture()
    market.start()
    receive(sampleHello(7))
    receive(null)
    expect(updates.at(-1)).toEqual({ type: 'link', link: 'connecting' })
    jest.advanceTimersByTime(1_000)
    expect(requests[0]).toMatchObject({
      url: 'https://tidemark.example/api/v1/vote/summary',
      cache: 'no-store',
    })
    await requests[0]?.respond(sampleSummary(1_000, samplePrice('65000.00', 900)))
    expect(market.state.getState()).toMatchObject({ price: { value: '65000.00' }, link: 'polling' })
    jest.advanceTimersByTime(3_999)
    expect(requests).toHaveLength(1)
    jest.advanceTimersByTime(1)
    await requests[1]?.respond(null)
    expect(links).toEqual(['live', 'connecting', 'polling', 'offline'])
    jest.advanceTimersByTime(4_000)
    expect(requests).toHaveLength(3)
    expect(updates.filter(({ type }) => type === 'polled')).toHaveLength(1)
  })

  test('retries a failed connection with or without a close event', () => {
    const { market, sockets } = createFixture()
    market.start()
    sockets[0]?.fail()
    sockets[0]?.deliver(null)
    jest.advanceTimersByTime(600)
    expect(sockets).toHaveLength(2)
    jest.advanceTimersByTime(300)
    expect(sockets).toHaveLength(2)
  })

  test('stops polling after a greeting', () => {
    const { market, sockets, requests, receive } = createFixture()
    market.start()
    receive(null)
    jest.advanceTimersByTime(600)
    expect(sockets).toHaveLength(2)
    receive(sampleHello(9))
    jest.advanceTimersByTime(STREAM_HEARTBEAT_MS)
    expect(requests).toHaveLength(0)
    expect(market.state.getState().link).toBe('live')
  })

  test('drops a reply older than the last message', async () => {
    const { market, requests, updates, receive } = createFixture()
    market.start()
    receive(sampleHello(7))
    receive(null)
    jest.advanceTimersByTime(1_000)
    receive(sampleHello(9, sampleSummary(2_000)))
    const before = updates.length
    await requests[0]?.respond(sampleSummary(1_000))
    expect(market.state.getState()).toMatchObject({
      link: 'live',
      summary: { serverDate: at(2_000) },
    })
    expect(updates).toHaveLength(before)
  })

  test('treats a malformed reply as a failure', async () => {
    const { market, requests } = createFixture()
    market.start()
    jest.advanceTimersByTime(1_000)
    await requests[0]?.respond({ ...sampleSummary(), serverDate: 'soon' })
    expect(market.state.getState()).toMatchObject({ link: 'offline', summary: null })
  })
})

describe('a sequence gap', () => {
  test('refetches the summary until a request succeeds', async () => {
    const { market, requests, tick, receive } = createFixture()
    market.start()
    receive(sampleHello(7))
    tick(9, '66200.00', 250)
    expect(requests).toHaveLength(1)
    await requests[0]?.respond(null)
    expect(market.state.getState().link).toBe('live')
    jest.advanceTimersByTime(4_000)
    await requests[1]?.respond(sampleSummary(3_000))
    expect(market.state.getState()).toMatchObject({
      link: 'live',
      summary: { serverDate: at(3_000) },
    })
    jest.advanceTimersByTime(9_000)
    expect(requests).toHaveLength(2)
  })
})

describe('wake', () => {
  test('leaves an active stream open', () => {
    const { market, sockets, requests, receive } = createFixture()
    market.start()
    receive(sampleHello(7))
    market.wake()
    expect([sockets.length, requests.length]).toEqual([1, 0])
  })

  test('after a sleep reopens the stream and fetches the summary', () => {
    const { market, sockets, requests, receive } = createFixture()
    market.start()
    receive(sampleHello(7))
    jest.setSystemTime(SAMPLE_NOW + 8 * 3_600_000)
    market.wake()
    expect([sockets.length, requests.length]).toEqual([2, 1])
    expect(sockets[0]?.isClosed).toBe(true)
  })

  test('without a stream retries once for several calls', () => {
    const { market, sockets, requests, receive } = createFixture()
    market.start()
    receive(null)
    market.wake()
    market.wake()
    expect([sockets.length, requests.length]).toEqual([2, 1])
    jest.advanceTimersByTime(1_000)
    market.wake()
    expect(sockets).toHaveLength(3)
  })
})

describe('persisted market data', () => {
  const stored = {
    summary: sampleSummary(3_600_000),
    price: samplePrice('70000.00', 3_600_000),
    receivedAt: SAMPLE_NOW - 60_000,
  }

  test('is shown until the first message, even when it is newer', () => {
    const { market, receive } = createFixture({ stored })
    market.start()
    expect(market.state.getState()).toMatchObject({ ...stored, link: 'connecting' })
    receive(sampleHello(1, sampleSummary(0, samplePrice('66100.00'))))
    expect(market.state.getState()).toMatchObject({
      price: { value: '66100.00' },
      receivedAt: SAMPLE_NOW,
    })
  })

  test('is updated with the state', () => {
    const { market, file, receive } = createFixture()
    market.start()
    expect(file.stored).toBeNull()
    receive(sampleHello(1, sampleSummary(0, samplePrice('66100.00'))))
    expect(file.stored).toMatchObject({ price: { value: '66100.00' }, receivedAt: SAMPLE_NOW })
  })

  test('is replaced after a server restart, even by an earlier time', () => {
    const { market, receive } = createFixture()
    market.start()
    receive(sampleHello(7, sampleSummary(5_000, samplePrice('66100.00', 5_000))))
    receive(null)
    jest.advanceTimersByTime(600)
    receive(sampleHello(1, sampleSummary(0, samplePrice('65000.00')), 'two'))
    expect(market.state.getState()).toMatchObject({
      price: { value: '65000.00' },
      summary: { serverDate: at(0) },
    })
  })
})

test('closes sockets, requests and timers on stop', async () => {
  const { market, sockets, requests, file, receive } = createFixture()
  market.start()
  receive(null)
  jest.advanceTimersByTime(1_000)
  expect(requests).toHaveLength(1)
  market.stop()
  await requests[0]?.respond(sampleSummary())
  expect(jest.getTimerCount()).toBe(0)
  expect(sockets.every(({ isClosed }) => isClosed)).toBe(true)
  expect(market.state.getState().summary).toBeNull()
  expect(file.stops).toBe(1)
})
