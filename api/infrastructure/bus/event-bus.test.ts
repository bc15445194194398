import { describe, expect, test } from 'bun:test'
import { connectedBuses, type TestInstance } from '#tests/support/test-bus.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { createMessageAuth } from './message-auth.ts'

const vote = (voteId: number) => ({ voteId, roundId: 1, first: true })

/** Two instances, and what the listeners of the second were called with. */
async function twoInstances(clock: TestClock = testClock(0)) {
  const [one, other] = await connectedBuses(2, clock)
  if (!one || !other) throw new Error('there are not two')
  const calls: string[] = []
  other.bus.on('vote', ({ voteId }) => calls.push(`vote ${voteId}`))
  other.bus.onInvalidateAll(() => calls.push('invalidate'))
  return { one, other, calls }
}

const message = (topic: string, event: unknown) =>
  JSON.stringify({ instance: 'another', topic, event })

describe('an event bus', () => {
  test('delivers an event once to every instance, the publisher included', async () => {
    const { one, other, calls } = await twoInstances()
    const own: number[] = []
    one.bus.on('vote', ({ voteId }) => own.push(voteId))
    one.bus.publish('vote', vote(1))
    other.bus.publish('vote', vote(2))
    expect(own).toEqual([1, 2])
    expect(calls).toEqual(['vote 1', 'vote 2'])
    expect(other.bus.stats()).toMatchObject({ isConnected: true, received: 1, rejected: 0 })
  })

  test('calls no listener that has unsubscribed', async () => {
    const { one, other, calls } = await twoInstances()
    const seen: number[] = []
    const stop = other.bus.on('vote', ({ voteId }) => seen.push(voteId))
    one.bus.publish('vote', vote(1))
    stop()
    one.bus.publish('vote', vote(2))
    expect(seen).toEqual([1])
    expect(calls).toHaveLength(2)
  })

  test('accepts unknown fields from a newer instance', async () => {
    const { other, calls } = await twoInstances()
    other.transport.receive(message('vote', { ...vote(7), added: true }))
    expect(calls).toEqual(['vote 7'])
  })

  test.each([
    ['no JSON', 'word'],
    ['no message', '[]'],
    ['an unknown topic', message('later', {})],
    ['a topic of Object.prototype', message('toString', {})],
    ['an invalid event', message('vote', { voteId: 'one' })],
  ])('invalidates all caches on %s', async (_, text) => {
    const { other, calls } = await twoInstances()
    other.transport.receive(text)
    expect(calls).toEqual(['invalidate'])
    expect(other.bus.stats()).toMatchObject({ received: 0, rejected: 1 })
  })

  test('invalidates the other instances in place of an event that is too long', async () => {
    const { one, other, calls } = await twoInstances()
    const seen: string[] = []
    one.bus.on('sessionRevoked', ({ sessionId }) => seen.push(sessionId.slice(0, 1)))
    one.bus.publish('sessionRevoked', { sessionId: 'x'.repeat(9_000), at: 0 })
    expect(seen).toEqual(['x'])
    expect(calls).toEqual(['invalidate'])
    expect(other.bus.stats()?.rejected).toBe(0)
  })

  test('invalidates all instances on demand, with and without a report of lost events', async () => {
    const { one, other, calls } = await twoInstances()
    const before = one.bus.stats()?.invalidations ?? 0
    other.bus.onLostEvents(() => calls.push('lost'))
    one.bus.invalidateEverywhere()
    expect(calls).toEqual(['invalidate'])
    one.bus.reportLostEvents()
    expect(calls).toEqual(['invalidate', 'invalidate', 'lost'])
    expect(one.bus.stats()?.invalidations).toBe(before + 2)
  })

  test('invalidates the others when an instance starts', async () => {
    const { one } = await twoInstances()
    // The second one started after it.
    expect(one.bus.stats()?.invalidations).toBe(1)
  })
})

describe('rejected messages', () => {
  test('invalidate at most twice a second, the last of them included', async () => {
    const clock = testClock(0)
    const { other, calls } = await twoInstances(clock)
    for (let count = 0; count < 1000; count++) other.transport.receive('junk')
    expect(calls).toEqual(['invalidate'])
    clock.advance(500)
    expect(calls).toEqual(['invalidate', 'invalidate'])
    clock.advance(500)
    expect(calls).toHaveLength(2)
    other.transport.receive('junk')
    expect(calls).toHaveLength(3)
    expect(other.bus.stats()?.rejected).toBe(1001)
  })

  test.each([
    ['a negative price', { price: '-5' }],
    ['no price', { price: 'NaN' }],
    ['a price of zero', { price: '0.00' }],
    ['infinity', { price: 'Infinity' }],
    ['an exponent', { price: '1e5' }],
    ['a negative time', { time: -1 }],
    ['half a millisecond', { time: 0.5 }],
    ['another exchange', { source: 'mtgox' }],
  ])('include a tick with %s', async (_, change) => {
    const { other } = await twoInstances()
    const prices: string[] = []
    other.bus.on('price', ({ price }) => prices.push(price))
    const tick = { price: '67250.10', time: 1, source: 'binance' }
    other.transport.receive(message('price', { ...tick, ...change }))
    expect(prices).toEqual([])
    other.transport.receive(message('price', tick))
    expect(prices).toEqual(['67250.10'])
  })
})

describe('an event bus with authentication', () => {
  const auth = createMessageAuth(Buffer.alloc(32, 7), 'channel')

  test('delivers sealed events and rejects others', async () => {
    const [one, other] = await connectedBuses(2, testClock(0), auth)
    const votes: number[] = []
    other?.bus.on('vote', ({ voteId }) => votes.push(voteId))
    one?.bus.publish('vote', vote(1))
    other?.transport.receive(message('vote', vote(2)))
    other?.transport.receive(auth.seal(message('vote', vote(3))))
    expect(votes).toEqual([1, 3])
    expect(other?.bus.stats()).toMatchObject({ received: 2, rejected: 1 })
  })
})

describe('an event bus that loses its connection', () => {
  const cutAndReconnect = (instance: TestInstance, meanwhile: () => void) => {
    instance.transport.disconnect()
    meanwhile()
    instance.transport.reconnect()
  }

  test('invalidates its own caches and those of the others once it is back', async () => {
    const { one, other, calls } = await twoInstances()
    const before = one.bus.stats()?.invalidations ?? 0
    cutAndReconnect(one, () => {
      one.bus.publish('vote', vote(1))
      other.bus.publish('vote', vote(2))
    })
    expect(one.bus.stats()?.invalidations).toBe(before + 1)
    expect(calls).toEqual(['vote 2', 'invalidate'])
  })

  test('reports once at every instance that events may be lost, and nothing meanwhile', async () => {
    const clock = testClock(0)
    const { one, other } = await twoInstances(clock)
    const reports: string[] = []
    one.bus.onLostEvents(() => reports.push('one'))
    other.bus.onLostEvents(() => reports.push('other'))
    one.transport.disconnect()
    clock.advance(5_000)
    expect(reports).toEqual([])
    one.transport.reconnect()
    expect(reports).toEqual(['one', 'other'])
  })

  test('invalidates its caches twice a second meanwhile, and no longer afterwards', async () => {
    const clock = testClock(0)
    const { one, other, calls } = await twoInstances(clock)
    other.transport.disconnect()
    expect(other.bus.stats()?.isConnected).toBe(false)
    clock.advance(1_500)
    expect(calls).toEqual(['invalidate', 'invalidate', 'invalidate'])
    other.transport.reconnect()
    calls.length = 0
    clock.advance(10_000)
    one.bus.publish('vote', vote(1))
    expect(calls).toEqual(['vote 1'])
  })

  test('stops for good', async () => {
    const clock = testClock(0)
    const { one, other, calls } = await twoInstances(clock)
    other.transport.disconnect()
    await other.bus.stop()
    clock.advance(10_000)
    one.bus.publish('vote', vote(1))
    expect(calls).toEqual([])
  })
})
