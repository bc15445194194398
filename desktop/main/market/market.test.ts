import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import type { LastKnown } from '#desktop/bridge/shapes.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import { STREAM_HEARTBEAT_MS } from '#shared/contract/stream.ts'
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

/** A market whose stream, server and memory are in the hand of the test. */
function createFixture({ kept = null, skew = 0 }: { kept?: LastKnown | null; skew?: number } = {}) {
  const { Socket, sockets, last } = fakeSockets()
  const asked: {
    url: string
    cache: RequestCache | undefined
    answer: (summary: VoteSummary | null) => Promise<void>
  }[] = []
  const memory = { kept, stops: 0 }
  const market = createMarket({
    apiOrigin: 'https://tidemark.example',
    WebSocket: Socket,
    fetch: (url, { signal, cache } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        asked.push({
          url,
          cache,
          answer: async (summary) => {
            if (summary) resolve(Response.json(summary))
            else reject(new TypeError('no network'))
            // The reply is read in a few turns of the event loop.
            for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
            await new Promise(setImmediate)
          },
        })
      }),
    lastKnown: {
      read: () => memory.kept,
      write: (known) => {
        memory.kept = known
      },
      stop: () => {
        memory.stops += 1
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
  const deliver = (message: object | null) => last().deliver(message)
  const tick = (seq: number, value: string, after: number) =>
    deliver({ type: 'price', seq, serverDate: at(after), price: samplePrice(value, after) })
  return { market, sockets, asked, memory, updates, links, deliver, tick }
}

describe('the stream of the app', () => {
  test('is not opened before the start, and then at the address of the contract', () => {
    const { market, sockets } = createFixture()
    expect(sockets).toHaveLength(0)
    market.start()
    market.start()
    expect(sockets.map(({ url }) => url)).toEqual(['wss://tidemark.example/api/v1/stream'])
    expect(market.state.getState()).toEqual({
      summary: null,
      price: null,
      link: 'connecting',
      receivedAt: null,
    })
  })

  test('moves the summary and the price, and drops a price that is older', () => {
    const { market, deliver, tick } = createFixture()
    market.start()
    deliver(sampleHello(7, sampleSummary(0, samplePrice('66100.00', -500))))
    expect(market.state.getState().price?.value).toBe('66100.00')
    tick(8, '66200.00', 250)
    tick(9, '99999.00', 100)
    expect(market.state.getState()).toMatchObject({
      price: { value: '66200.00' },
      summary: { target2: { refPrice: '66000.00' } },
      link: 'live',
    })
    deliver({ type: 'summary', seq: 10, serverDate: at(500), summary: sampleSummary(500) })
    expect(market.state.getState().summary?.serverDate).toBe(at(500))
    expect(market.state.getState().price?.value).toBe('66200.00')
  })

  test('publishes the link and each message as an object', () => {
    const { market, updates, deliver, tick } = createFixture()
    market.start()
    deliver(sampleHello(7))
    tick(8, '66200.00', 250)
    deliver({ type: 'round', seq: 9, serverDate: at(300), event: 'opened', targetDate: at(0) })
    expect(updates.map(({ type }) => type)).toEqual(['link', 'hello', 'price', 'round'])
    expect(updates[1]).toEqual(sampleHello(7))
  })

  test('skips what does not hold what it promises', () => {
    const { market, updates, deliver } = createFixture()
    market.start()
    deliver(sampleHello(7))
    const price = { ...samplePrice('1'), value: '-1' }
    deliver({ type: 'price', seq: 8, serverDate: at(0), price })
    const { target1: _, ...half } = sampleSummary(500)
    deliver({ type: 'summary', seq: 9, serverDate: at(500), summary: half })
    deliver({ type: 'heartbeat', seq: 10, serverDate: at(600) })
    expect(updates.flatMap((update) => ('seq' in update ? [update.seq] : []))).toEqual([7, 10])
    expect(market.state.getState()).toMatchObject({ price: null, summary: { serverDate: at(0) } })
  })

  test("goes by the server's clock", () => {
    const { market, deliver } = createFixture({ skew: 3_600_000 })
    market.start()
    deliver(sampleHello(7))
    expect(market.now()).toBe(SAMPLE_NOW)
    expect(market.state.getState().receivedAt).toBe(SAMPLE_NOW)
  })
})

describe('a window that joins', () => {
  test('gets a greeting with the current state and the last sequence number', () => {
    const { market, deliver, tick } = createFixture()
    market.start()
    expect(market.snapshot()).toEqual({ type: 'link', link: 'connecting' })
    deliver(sampleHello(7))
    jest.advanceTimersByTime(250)
    tick(8, '66200.00', 250)
    jest.advanceTimersByTime(750)
    expect(market.snapshot()).toMatchObject({
      ...sampleHello(8, sampleSummary(1_000, samplePrice('66200.00', 250))),
      stream: 'one',
    })
    deliver(null)
    expect(market.snapshot()).toEqual({ type: 'link', link: 'connecting' })
  })
})

describe('while the stream is away', () => {
  test('the summary is asked for every few seconds, and the tray still moves', async () => {
    const { market, asked, updates, links, deliver } = createFixture()
    market.start()
    deliver(sampleHello(7))
    deliver(null)
    expect(updates.at(-1)).toEqual({ type: 'link', link: 'connecting' })
    jest.advanceTimersByTime(1_000)
    expect(asked[0]).toMatchObject({
      url: 'https://tidemark.example/api/v1/vote/summary',
      cache: 'no-store',
    })
    await asked[0]?.answer(sampleSummary(1_000, samplePrice('65000.00', 900)))
    expect(market.state.getState()).toMatchObject({ price: { value: '65000.00' }, link: 'polling' })
    jest.advanceTimersByTime(3_999)
    expect(asked).toHaveLength(1)
    jest.advanceTimersByTime(1)
    await asked[1]?.answer(null)
    expect(links).toEqual(['live', 'connecting', 'polling', 'offline'])
    jest.advanceTimersByTime(4_000)
    expect(asked).toHaveLength(3)
    expect(updates.filter(({ type }) => type === 'polled')).toHaveLength(1)
  })

  test('a connection that failed is tried again, whether a close follows or not', () => {
    const { market, sockets } = createFixture()
    market.start()
    sockets[0]?.fail()
    sockets[0]?.deliver(null)
    jest.advanceTimersByTime(600)
    expect(sockets).toHaveLength(2)
    jest.advanceTimersByTime(300)
    expect(sockets).toHaveLength(2)
  })

  test('a greeting ends the asking', () => {
    const { market, sockets, asked, deliver } = createFixture()
    market.start()
    deliver(null)
    jest.advanceTimersByTime(600)
    expect(sockets).toHaveLength(2)
    deliver(sampleHello(9))
    jest.advanceTimersByTime(STREAM_HEARTBEAT_MS)
    expect(asked).toHaveLength(0)
    expect(market.state.getState().link).toBe('live')
  })

  test('an answer older than what the stream said meanwhile is dropped', async () => {
    const { market, asked, deliver } = createFixture()
    market.start()
    deliver(sampleHello(7))
    deliver(null)
    jest.advanceTimersByTime(1_000)
    deliver(sampleHello(9, sampleSummary(2_000)))
    await asked[0]?.answer(sampleSummary(1_000))
    expect(market.state.getState()).toMatchObject({
      link: 'live',
      summary: { serverDate: at(2_000) },
    })
  })

  test("an answer that is none of the contract's counts as none", async () => {
    const { market, asked } = createFixture()
    market.start()
    jest.advanceTimersByTime(1_000)
    await asked[0]?.answer({ ...sampleSummary(), serverDate: 'soon' })
    expect(market.state.getState()).toMatchObject({ link: 'offline', summary: null })
  })
})

describe('a gap', () => {
  test('makes it read the summary anew, until it has one', async () => {
    const { market, asked, tick, deliver } = createFixture()
    market.start()
    deliver(sampleHello(7))
    tick(9, '66200.00', 250)
    expect(asked).toHaveLength(1)
    await asked[0]?.answer(null)
    expect(market.state.getState().link).toBe('live')
    jest.advanceTimersByTime(4_000)
    await asked[1]?.answer(sampleSummary(3_000))
    expect(market.state.getState()).toMatchObject({
      link: 'live',
      summary: { serverDate: at(3_000) },
    })
    jest.advanceTimersByTime(9_000)
    expect(asked).toHaveLength(2)
  })
})

describe('waking up', () => {
  test('leaves a stream alone that has just spoken', () => {
    const { market, sockets, asked, deliver } = createFixture()
    market.start()
    deliver(sampleHello(7))
    market.wake()
    expect([sockets.length, asked.length]).toEqual([1, 0])
  })

  test('after a sleep opens the stream anew and reads the summary at once', () => {
    const { market, sockets, asked, deliver } = createFixture()
    market.start()
    deliver(sampleHello(7))
    jest.setSystemTime(SAMPLE_NOW + 8 * 3_600_000)
    market.wake()
    expect([sockets.length, asked.length]).toEqual([2, 1])
    expect(sockets[0]?.isClosed).toBe(true)
  })

  test('while away tries at once, and once however many deliver it', () => {
    const { market, sockets, asked, deliver } = createFixture()
    market.start()
    deliver(null)
    market.wake()
    market.wake()
    expect([sockets.length, asked.length]).toEqual([2, 1])
    jest.advanceTimersByTime(1_000)
    market.wake()
    expect(sockets).toHaveLength(3)
  })
})

describe('what an earlier run knew', () => {
  const kept = {
    summary: sampleSummary(3_600_000),
    price: samplePrice('70000.00', 3_600_000),
    receivedAt: SAMPLE_NOW - 60_000,
  }

  test('is shown until the server is heard, even when it claims to be newer', () => {
    const { market, deliver } = createFixture({ kept })
    market.start()
    expect(market.state.getState()).toEqual({ ...kept, link: 'connecting' })
    deliver(sampleHello(1, sampleSummary(0, samplePrice('66100.00'))))
    expect(market.state.getState()).toMatchObject({
      price: { value: '66100.00' },
      receivedAt: SAMPLE_NOW,
    })
  })

  test('is kept up to date', () => {
    const { market, memory, deliver } = createFixture()
    market.start()
    expect(memory.kept).toBeNull()
    deliver(sampleHello(1, sampleSummary(0, samplePrice('66100.00'))))
    expect(memory.kept).toMatchObject({ price: { value: '66100.00' }, receivedAt: SAMPLE_NOW })
  })

  test('another run of the server replaces what is known, whatever its clock says', () => {
    const { market, deliver } = createFixture()
    market.start()
    deliver(sampleHello(7, sampleSummary(5_000, samplePrice('66100.00', 5_000))))
    deliver(null)
    jest.advanceTimersByTime(600)
    deliver(sampleHello(1, sampleSummary(0, samplePrice('65000.00')), 'two'))
    expect(market.state.getState()).toMatchObject({
      price: { value: '65000.00' },
      summary: { serverDate: at(0) },
    })
  })
})

test('after the stop nothing is left: no socket, no question, no timer', async () => {
  const { market, sockets, asked, memory, deliver } = createFixture()
  market.start()
  deliver(null)
  jest.advanceTimersByTime(1_000)
  expect(asked).toHaveLength(1)
  market.stop()
  await asked[0]?.answer(sampleSummary())
  expect(jest.getTimerCount()).toBe(0)
  expect(sockets.every(({ isClosed }) => isClosed)).toBe(true)
  expect(market.state.getState().summary).toBeNull()
  expect(memory.stops).toBe(1)
})
