import { afterEach, describe, expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import { priceAt } from '#tests/support/exchange/tape.ts'
import { type MarketRig, marketRig, type RigOptions } from '#tests/support/market-rig.ts'
import { HOUR, hourOf } from './types.ts'

let rig: MarketRig
afterEach(() => rig.stop())

/** A started market whose live connection has brought its first price. */
const live = async (options: RigOptions = {}) => {
  rig = marketRig(options)
  await rig.start()
  const { binance, clock, market } = rig
  await eventually(() => binance.connections() === 1)
  clock.advance(1000)
  await eventually(() => market.price()?.freshness === 'live')
  return rig
}
const now = () => rig.clock.now()
const shown = () => rig.market.price()?.value
const truth = () => priceAt(rig.tape, Math.floor(now() / 1000) * 1000) ?? ''
const ticksAgain = () =>
  eventually(() => rig.market.price()?.freshness === 'live', { step: rig.step })

describe('a live stream that goes wrong', () => {
  test('silence or a half-open socket: dropped after 15 s and opened again', async () => {
    const { binance, market } = await live()
    binance.faults.silent = true
    const since = now()
    await eventually(() => market.stats().reconnects === 1, { step: rig.step })
    expect(now() - since).toBeGreaterThanOrEqual(14_000)
    expect(now() - since).toBeLessThanOrEqual(15_100)
    binance.faults.silent = false
    await ticksAgain()
    expect(binance.connectionsEver()).toBe(2)
  })

  test('a forced disconnect, as every 24 h: back within half a second', async () => {
    const { binance, market } = await live()
    binance.disconnect()
    await eventually(() => market.stats().reconnects === 1)
    rig.clock.advance(500)
    await eventually(() => binance.connectionsEver() === 2)
    await ticksAgain()
  })

  test('refused connections: the pauses grow, the price grows stale, the site stays', async () => {
    const { binance, market } = await live()
    binance.faults.refusing = true
    binance.disconnect()
    const since = now()
    await eventually(() => now() - since > 120_000, { step: rig.step })
    expect(market.stats().reconnects).toBeGreaterThanOrEqual(3)
    expect(market.stats().reconnects).toBeLessThanOrEqual(14)
    expect(market.price()?.freshness).toBe('stale')
    expect(market.candles(3000)).toHaveLength(3000)
    binance.faults.refusing = false
    await ticksAgain()
  })

  test('garbage: dropped and counted, and no sign of life', async () => {
    const { binance, market, clock } = await live()
    binance.faults.silent = true
    const before = shown()
    const lies = ['nonsense', '{', '[]', 'null', '{"e":"24hrMiniTicker"}', 'x'.repeat(70_000)]
    const rejected = market.stats().rejected
    for (const lie of lies) binance.send(lie)
    for (const price of ['abc', '-1', '0', 60000, null, '1e9', '']) binance.tick(price, now() + 1)
    binance.tick('60000.00', now() + 120_000)
    await eventually(() => market.stats().rejected === rejected + lies.length + 8)
    expect(shown()).toBe(before)
    clock.advance(15_000)
    expect(market.stats().reconnects).toBe(1)
  })

  test('the ticker of another pair is not taken for this one', async () => {
    const { binance, market } = await live()
    const before = shown()
    const rejected = market.stats().rejected
    binance.send(`{"e":"24hrMiniTicker","E":${now() + 1},"s":"ETHUSDT","c":"3000.00"}`)
    await eventually(() => market.stats().rejected === rejected + 1)
    expect(shown()).toBe(before)
  })

  test('a single wild price is never shown', async () => {
    const { binance, market } = await live()
    const before = shown()
    binance.tick('9000.00', now() + 1)
    await eventually(() => market.stats().doubted === 1)
    expect(shown()).toBe(before)
    rig.clock.advance(1000)
    await eventually(() => shown() === truth())
  })

  test('the very first price is compared with the open of the hour', async () => {
    rig = marketRig()
    await rig.start()
    const { binance, market } = rig
    await eventually(() => binance.connections() === 1)
    binance.tick('9000.00', now())
    await eventually(() => market.stats().doubted === 1)
    expect(Number(shown())).toBeGreaterThan(20_000)
  })

  test('a new open is newer than the last tick when the stream has died', async () => {
    const { binance, market } = await live({ now: '2026-11-21T02:59:50Z' })
    binance.faults.silent = true
    const turn = Date.UTC(2026, 10, 21, 3)
    await eventually(() => market.candles(1)[0]?.otime === turn, { step: rig.step })
    expect(market.price()).toMatchObject({ time: turn, value: market.candles(1)[0]?.open })
  })

  test('a price from a little in the future counts from now', async () => {
    const { binance, market } = await live()
    const price = `${Number(shown()) + 1}`
    binance.tick(price, now() + 30_000)
    await eventually(() => Number(shown()) === Number(price))
    expect(market.price()).toMatchObject({ time: now(), ageMs: 0 })
  })

  test('a jump that a later tick confirms is believed', async () => {
    const { binance, market } = await live()
    binance.tick('30000.00', now() + 1)
    binance.tick('30000.00', now() + 1)
    await eventually(() => market.stats().doubted === 2)
    binance.tick('30010.00', now() + 2)
    await eventually(() => shown() === '30010.00')
  })

  test('ticks out of order and repeats are dropped', async () => {
    const { binance, market, clock } = await live()
    clock.advance(1000)
    await eventually(() => shown() === truth())
    const before = shown()
    const dropped = market.stats().outOfOrder
    binance.tick('61000.00', now() - 500)
    binance.tick('61000.00', now())
    await eventually(() => market.stats().outOfOrder === dropped + 2)
    expect(shown()).toBe(before)
  })

  test('another exchange that is off by 2 % never reaches the series or the price', async () => {
    const { okx, bybit, market, tape } = await live()
    expect(okx.connectionsEver() + bybit.connectionsEver()).toBe(0)
    expect(shown()).toBe(truth())
    for (const { otime, open } of market.candles(50)) expect(tape.row(otime)?.open).toBe(open)
  })

  test('ten minutes without a tick: OKX takes over, and Binance is not returned to', async () => {
    const { binance, okx, market, clock } = await live()
    binance.faults.silent = true
    const since = now()
    await eventually(() => market.source() === 'okx', { step: () => rig.step(1000) })
    expect(market.price()).toMatchObject({ source: 'okx', freshness: 'stale' })
    expect(now() - since).toBeGreaterThanOrEqual(599_000)
    expect(now() - since).toBeLessThan(700_000)
    await eventually(() => okx.received.some((message) => message.includes('subscribe')))
    binance.faults.silent = false
    await eventually(() => market.price()?.freshness === 'live', { step: rig.step })
    expect(market.price()?.source).toBe('okx')
    expect(binance.connections()).toBe(0)
    for (let minute = 0; minute < 60; minute++) clock.advance(1000)
    expect(market.source()).toBe('okx')
    expect(market.stats().switches).toBe(1)
  })

  test('a sleep over many hours: the missed candles and the ticks are back in seconds', async () => {
    const { binance, market, clock } = await live()
    binance.faults.silent = true
    clock.advance(20 * HOUR)
    binance.faults.silent = false
    const woke = now()
    const caughtUp = () => market.candles(1)[0]?.otime === hourOf(woke)
    await eventually(caughtUp, { step: rig.step })
    await ticksAgain()
    expect(now() - woke).toBeLessThan(120_000)
    expect(market.candles(3000)).toHaveLength(3000)
  })
})

describe.each(['okx', 'bybit'] as const)('%s', (name) => {
  test('gives candles and ticks, and is pinged', async () => {
    rig = marketRig({ feed: name })
    await rig.start()
    const { market, clock } = rig
    const standIn = rig[name]
    expect(market.candles(3000)).toHaveLength(3000)
    expect(market.source()).toBe(name)
    await eventually(() => standIn.received.some((message) => message.includes('subscribe')))
    await eventually(() => market.price()?.freshness === 'live', { step: rig.step })
    const pinged = () => standIn.received.some((message) => message.includes('ping'))
    await eventually(pinged, { step: rig.step })
    expect(market.stats().rejected).toBe(0)
    clock.advance(0)
  })
})

test('stop leaves no connection, no timer and no request behind', async () => {
  const { binance, market, clock } = await live()
  await market.stop()
  await eventually(() => binance.connections() === 0)
  const asked = binance.requests.length
  clock.advance(7_200_000)
  expect(binance.requests.length).toBe(asked)
  expect(binance.connectionsEver()).toBe(1)
  await Promise.all([rig.binance.stop(), rig.okx.stop(), rig.bybit.stop()])
  expect(clock.pending()).toBe(0)
})
