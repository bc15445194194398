import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AppEventBus } from '#api/events.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { eventually, eventuallyDone } from '#tests/support/eventually.ts'
import { type Faults, noFaults } from '#tests/support/exchange/faults.ts'
import { connectedBuses } from '#tests/support/test-bus.ts'
import { type TestJobLock, testJobLock } from '#tests/support/test-job-lock.ts'
import { createTestMarket, type TestMarket } from '#tests/support/test-market.ts'
import type { Market } from './market.ts'

const HOUR_NOW = Date.UTC(2026, 10, 21, 2)

let testMarket: TestMarket
/** The markets of the two instances. */
let first: Market
let second: Market
let bus: AppEventBus
let jobLocks: [TestJobLock, TestJobLock]

beforeEach(async () => {
  jobLocks = [testJobLock(true), testJobLock(false)]
  const [a, b] = await connectedBuses(2)
  if (!a || !b) throw new Error('two buses expected')
  testMarket = createTestMarket({ cluster: { jobLock: jobLocks[0], bus: a.bus } })
  first = testMarket.market
  bus = a.bus
  second = testMarket.createSecond({ jobLock: jobLocks[1], bus: b.bus })
})
afterEach(async () => {
  await second.stop()
  await testMarket.stop()
})

const startBoth = async () => {
  await testMarket.start()
  await eventuallyDone(second.start(), testMarket.step)
}
const isLive = (market: Market) => market.price()?.freshness === 'live'
const until = (condition: () => boolean) => eventually(condition, { step: testMarket.step })
const pass = (milliseconds: number) => {
  const end = testMarket.clock.now() + milliseconds
  return eventually(() => testMarket.clock.now() >= end, { step: () => testMarket.step(250) })
}
/** Expects the same price and candles in both instances. */
const expectSame = () => {
  expect(second.source()).toBe(first.source())
  expect(second.candles(3000)).toEqual(first.candles(3000))
  expect(second.price()).toEqual(first.price())
}
const moveLock = (to: 0 | 1) => {
  jobLocks[to === 0 ? 1 : 0].turn(false)
  jobLocks[to].turn(true)
}

describe('a follower', () => {
  test.each([
    ['far below the market', '0.01', 1],
    ['far above the market', '9000000', 1],
    ['in the far future', '100000', 9e15],
    ['a minute ahead', '100000', 60_000],
    ['older than the last one', '100000', -60_000],
  ])('never adopts a tick that is %s', async (_, price, ahead) => {
    await startBoth()
    await until(() => isLive(first) && isLive(second))
    const before = second.price()
    const adopted: string[] = []
    second.onTick(({ price }) => adopted.push(price))
    const { rejected } = second.stats()
    const source = 'binance'
    for (let count = 0; count < 3; count++) {
      bus.publish('price', { price, time: testMarket.clock.now() + ahead + count, source })
    }
    expect([second.price(), adopted]).toEqual([before, []])
    expect(second.stats().rejected - rejected).toBe(ahead < 0 ? 0 : 3)
    // Later real ones are adopted.
    const isNew = () => second.price()?.time !== before?.time
    await until(() => isNew() && second.price()?.value === first.price()?.value)
    expect(adopted).not.toContain(price)
  })

  test("shows the owner's prices and candles without an exchange request", async () => {
    await startBoth()
    await until(() => isLive(first) && isLive(second))
    expectSame()
    expect(second.candles(3000)).toHaveLength(3000)
    expect(testMarket.binance.connectionsEver()).toBe(1)
    expect(second.kind()).toBe('real')
  })

  test('loads candles that are stored after its start', async () => {
    await eventuallyDone(second.start(), testMarket.step)
    expect(second.candles(1)).toEqual([])
    expect(second.price()).toBeNull()
    await testMarket.start(testMarket.step)
    await eventually(() => second.candles(3000).length === 3000)
    expect(testMarket.okx.requests).toEqual([])
  })

  test('shows a late candle as soon as it is stored', async () => {
    const gap = HOUR_NOW - 5 * HOUR_MS
    testMarket.binance.faults.gaps.add(gap)
    await startBoth()
    expect(second.candles(10).map(({ otime }) => otime)).not.toContain(gap)
    testMarket.binance.faults.gaps.clear()
    await eventually(() => first.candles(10).some(({ otime }) => otime === gap), {
      step: () => testMarket.step(5000),
    })
    await eventually(() => second.candles(10).some(({ otime }) => otime === gap))
    expect(second.candles(3000)).toEqual(first.candles(3000))
  })

  test('loads a stored candle within two seconds without an event', async () => {
    await startBoth()
    jobLocks[0].turn(false)
    const { open = '' } = second.candles(1)[0] ?? {}
    await testMarket.store.save('binance', [{ otime: HOUR_NOW + HOUR_MS, open }])
    testMarket.clock.set(HOUR_NOW + HOUR_MS)
    const begin = testMarket.clock.now()
    await eventually(() => second.candles(1)[0]?.otime === HOUR_NOW + HOUR_MS, {
      step: () => testMarket.step(10),
    })
    expect(testMarket.clock.now() - begin).toBeLessThanOrEqual(2000)
  })

  test('changes the exchange with the owner and always has candles', async () => {
    await startBoth()
    await until(() => isLive(second))
    testMarket.binance.faults.refusing = true
    testMarket.binance.faults.status = { code: 451 }
    testMarket.binance.disconnect()
    await eventually(() => first.source() === 'okx' && second.source() === 'okx', {
      step: () => {
        expect(second.candles(1)).toHaveLength(1)
        expect(second.price()).not.toBeNull()
        testMarket.step(250)
      },
    })
    await until(() => isLive(first) && isLive(second))
    expectSame()
    expect(testMarket.okx.connectionsEver()).toBe(1)
  })

  test('never reports a missing candle; the next owner does', async () => {
    const gap = HOUR_NOW - 4000 * HOUR_MS
    testMarket.binance.faults.gaps.add(gap)
    await startBoth()
    const lookup = () => second.firstOpenFrom(gap, gap + HOUR_MS)
    await expect(lookup()).rejects.toThrow('another instance runs the feed')
    moveLock(1)
    await until(() => testMarket.binance.connectionsEver() === 2)
    expect(await lookup()).toBeNull()
  })
})

describe('a takeover of the feed', () => {
  test('always has price and candles, and ends with one connection', async () => {
    await startBoth()
    await until(() => isLive(first) && isLive(second))
    for (const to of [1, 0, 1] as const) {
      moveLock(to)
      const ever = testMarket.binance.connectionsEver()
      await eventually(
        () => testMarket.binance.connectionsEver() > ever && testMarket.binance.connections() === 1,
        {
          step: () => {
            for (const market of [first, second]) {
              expect(market.price()?.freshness).toBe('live')
              expect(market.candles(3000)).toHaveLength(3000)
            }
          },
        },
      )
      const taken = testMarket.clock.now()
      await until(() => [first, second].every((each) => (each.price()?.time ?? 0) > taken))
      expectSame()
    }
  })

  test('does not change the exchange although a preferred one is reachable', async () => {
    testMarket.binance.faults.status = { code: 503 }
    await startBoth()
    await until(() => isLive(first) && isLive(second))
    expect(second.source()).toBe('okx')
    testMarket.binance.faults.status = null
    moveLock(1)
    await until(() => testMarket.okx.connectionsEver() === 2)
    await until(() => isLive(second))
    expect([first.source(), second.source()]).toEqual(['okx', 'okx'])
    expect(testMarket.binance.connectionsEver()).toBe(0)
  })

  test.each<[string, Partial<Faults>]>([
    ['refuses candles with HTTP 403', { status: { code: 403 } }],
    ['limits requests for candles', { status: { code: 429 } }],
    ['sends no prices', { silent: true }],
  ])('does not change the exchange while it %s', async (_, faults) => {
    await startBoth()
    await until(() => isLive(first) && isLive(second))
    Object.assign(testMarket.binance.faults, faults)
    moveLock(1)
    await pass(MINUTE_MS)
    expect([second.source(), second.stats().switches]).toEqual(['binance', 0])
    Object.assign(testMarket.binance.faults, noFaults())
    await until(() => isLive(first) && isLive(second))
    expectSame()
  })

  test('does not change the exchange while the store is down', async () => {
    await startBoth()
    await until(() => isLive(first) && isLive(second))
    testMarket.store.broken = true
    moveLock(1)
    await pass(30_000)
    testMarket.store.broken = false
    await pass(MINUTE_MS)
    expect([second.source(), second.stats().switches]).toEqual(['binance', 0])
    await until(() => isLive(first) && isLive(second))
    expectSame()
  })

  test('changes an exchange within a minute that was only a guess', async () => {
    testMarket.binance.faults.silent = true
    await eventuallyDone(second.start(), testMarket.step)
    expect(second.source()).toBe('binance')
    moveLock(1)
    await pass(MINUTE_MS)
    expect(second.source()).toBe('okx')
  })

  test('shows the last candles and disconnects from the exchange when the store is down', async () => {
    await startBoth()
    await until(() => isLive(first))
    testMarket.store.broken = true
    jobLocks[0].turn(false)
    await until(() => testMarket.binance.connections() === 0)
    expect(first.candles(3000)).toHaveLength(3000)
    expect(first.price()).not.toBeNull()
    testMarket.store.broken = false
    jobLocks[1].turn(true)
    await until(() => isLive(second))
    const taken = testMarket.clock.now()
    await until(() => (first.price()?.time ?? 0) > taken)
    expectSame()
  })

  test('reaches the final state after rapid changes', async () => {
    await startBoth()
    for (let turn = 0; turn < 9; turn++) moveLock(turn % 2 === 0 ? 1 : 0)
    await until(() => testMarket.binance.connections() === 1 && isLive(first) && isLive(second))
    await until(() => second.price()?.time === first.price()?.time)
    expectSame()
    expect(jobLocks[1].isHeld()).toBe(true)
  })
})
