import { beforeEach, describe, expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { keepLine } from './keep-line.ts'
import type { Connector, Line, LineEvents, Transport } from './transport.ts'

let clock: TestClock
let transport: Transport
/** Every connection that was asked for: how to end it, and whether it was closed. */
let attempts: { events: LineEvents; isClosed: boolean }[]
/** How connecting ends from now on. */
let isReachable: boolean
/** How sending and closing end. */
let line: Pick<Line, 'send' | 'close'>
let states: boolean[]
let heard: string[]

const connector: Connector = {
  address: 'nowhere',
  maxBytes: 100,
  async connect(events) {
    const attempt = { events, isClosed: false }
    attempts.push(attempt)
    if (!isReachable) throw new Error('refused')
    return {
      send: line.send,
      close() {
        attempt.isClosed = true
        return line.close()
      },
    }
  },
}

beforeEach(() => {
  clock = testClock('2026-11-21T02:30:00Z')
  transport = keepLine(connector, clock, createLog('silent'))
  attempts = []
  states = []
  heard = []
  isReachable = true
  line = { send: async () => {}, close: async () => {} }
})

const start = () =>
  transport.start({
    onMessage: (payload) => heard.push(payload),
    onState: (isConnected) => states.push(isConnected),
  })
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const end = (index: number) => attempts[index]?.events.onEnd(new Error('cut'))

describe('a line', () => {
  test('that cannot be had at the start is refused and not tried again', async () => {
    isReachable = false
    await expect(start()).rejects.toThrow('refused')
    clock.advance(60_000)
    expect(attempts).toHaveLength(1)
    expect(states).toEqual([])
  })

  test('that ends is replaced after pauses that grow to a second', async () => {
    await start()
    isReachable = false
    end(0)
    const tries: number[] = []
    for (let ms = 0; ms < 6_000; ms += 10) {
      const before = attempts.length
      clock.advance(10)
      await settle()
      if (attempts.length > before) tries.push(ms + 10)
    }
    const pauses = tries.map((at, index) => at - (tries[index - 1] ?? 0))
    expect(pauses.slice(0, 6)).toEqual([50, 100, 200, 400, 800, 1_000])
    expect(states).toEqual([true, false])
    isReachable = true
    clock.advance(1_000)
    await settle()
    expect(states).toEqual([true, false, true])
    end(attempts.length - 1)
    clock.advance(50)
    await settle()
    expect(states).toEqual([true, false, true, false, true])
  })

  test('that ends twice, or after it was replaced, is lost once', async () => {
    await start()
    end(0)
    end(0)
    clock.advance(50)
    await settle()
    end(0)
    attempts[0]?.events.onMessage('from the old one')
    attempts[1]?.events.onMessage('from the new one')
    expect(states).toEqual([true, false, true])
    expect(heard).toEqual(['from the new one'])
    expect(attempts.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  test('that breaks under a message refuses it, though nobody answers', async () => {
    line.send = () => new Promise(() => {})
    await start()
    const sending = transport.send('word')
    end(0)
    await expect(sending).rejects.toThrow('cut')
  })

  test('that was stopped while it was away does not come back', async () => {
    await start()
    end(0)
    await transport.stop()
    clock.advance(60_000)
    expect(attempts).toHaveLength(1)
  })

  test('that is stopped while it connects is closed again', async () => {
    await start()
    end(0)
    clock.advance(50)
    await transport.stop()
    await settle()
    clock.advance(60_000)
    expect(attempts.map(({ isClosed }) => isClosed)).toEqual([true, true])
    expect(states).toEqual([true, false])
  })

  test('that cannot be closed holds a stop for a second at most', async () => {
    line.close = () => new Promise(() => {})
    await start()
    const stopping = transport.stop()
    clock.advance(1_000)
    await stopping
  })
})
