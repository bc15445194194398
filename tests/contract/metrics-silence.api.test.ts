import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import { startBinance } from '#tests/support/exchange/binance.ts'
import type { StandIn } from '#tests/support/exchange/stand-in.ts'
import { generatedTape } from '#tests/support/exchange/tape.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let exchange: StandIn
let server: TestServer
beforeAll(async () => {
  const clock = testClock(SATURDAY)
  exchange = startBinance({ tape: generatedTape(), clock })
  server = await startTestServer({
    clock,
    environment: { PRICE_FEED: 'binance', ...exchange.settings },
  })
})
afterAll(async () => {
  await server.stop()
  await exchange.stop()
})

async function age(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^tidemark_price_age_seconds (\S+)$/m.exec(text)?.[1])
}

test('the price age grows while the feed is silent and resets with a new price', async () => {
  await eventually(() => server.infrastructure.market.price()?.freshness === 'live')
  // From here on the feed publishes only explicit prices, not one per second.
  exchange.faults.silent = true
  const publish = async (price: string) => {
    server.clock.advance(1)
    exchange.tick(price, server.clock.now())
    // The feed forwards four prices a second, so the clock must advance.
    await eventually(() => server.infrastructure.market.price()?.value === price, {
      step: () => server.clock.advance(1),
    })
  }
  const first = Number(server.infrastructure.market.price()?.value)
  await publish((first + 1).toFixed(2))
  expect(await age()).toBeLessThan(1)
  server.clock.advance(12_000)
  expect(await age()).toBeGreaterThanOrEqual(12)
  await publish((first + 2).toFixed(2))
  expect(await age()).toBeLessThan(1)
})
