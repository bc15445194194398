import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readMessage } from '#desktop/shared/stream-message.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createMarket } from './create-market.ts'
import type { StreamSocketClass } from './open-socket.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The app's market on the real server, without a memory. */
function appMarket(WebSocketClass: StreamSocketClass) {
  return createMarket({
    apiOrigin: server.url,
    WebSocket: WebSocketClass,
    fetch,
    lastKnown: { read: () => null, keep: () => {}, stop: () => {} },
    now: () => server.clock.now(),
    random: () => 0,
  })
}

const oneSecond = () => server.clock.advance(1_000)

test("follows the server's stream: greeting, prices and a new round", async () => {
  const market = appMarket(WebSocket)
  const texts: (string | null)[] = []
  const kinds = new Set<string>()
  market.onText((text) => texts.push(text))
  market.onMessage(({ type }) => kinds.add(type))
  market.start()
  await eventually(() => market.view.getState().link === 'live')
  await eventually(() => kinds.has('price'), { step: oneSecond })
  expect(market.view.getState()).toMatchObject({
    price: { market: 'simulated' },
    summary: { target2: { targetDate: '2026-11-26T00:00:00.000Z' } },
  })
  expect(Math.abs(market.now() - server.clock.now())).toBeLessThan(2_000)

  const joined = readMessage(market.present())
  expect(joined).toMatchObject({ type: 'hello', summary: { price: market.view.getState().price } })
  texts.length = 0
  await eventually(() => texts.length > 0, { step: oneSecond })
  expect(readMessage(texts[0])?.seq).toBe((joined?.seq ?? 0) + 1)

  await server.jump('2026-11-23T00:00:05.000Z')
  await eventually(
    () => market.view.getState().summary?.target2.targetDate === '2026-11-30T00:00:00.000Z',
    { step: oneSecond },
  )
  expect(kinds.has('round')).toBe(true)
  market.stop()
})

test('asks the server when no WebSocket gets through', async () => {
  class Blocked extends WebSocket {
    constructor(url: string) {
      super(url.replace('/stream', '/no-stream'))
    }
  }
  const market = appMarket(Blocked)
  market.start()
  await eventually(() => market.view.getState().link === 'polling')
  expect(market.view.getState().summary?.target2.refDate).toBeString()
  market.stop()
})
