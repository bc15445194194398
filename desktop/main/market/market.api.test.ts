import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { StreamWebSocketClass } from '#desktop/shared/stream-socket.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createMarket } from './market.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The app's market on the real server, without persisted data. */
function appMarket(WebSocketClass: StreamWebSocketClass) {
  return createMarket({
    apiOrigin: server.url,
    WebSocket: WebSocketClass,
    fetch,
    marketSnapshot: { read: () => null, write: () => {}, stop: () => {} },
    now: () => server.clock.now(),
    random: () => 0,
  })
}

const oneSecond = () => server.clock.advance(1_000)

test("follows the server's stream: greeting, prices and a new round", async () => {
  const market = appMarket(WebSocket)
  const updates: LiveUpdate[] = []
  const kinds = new Set<string>()
  market.onUpdate((update) => updates.push(update))
  market.onUpdate(({ type }) => kinds.add(type))
  market.start()
  await eventually(() => market.state.getState().link === 'live')
  await eventually(() => kinds.has('price'), { step: oneSecond })
  expect(market.state.getState()).toMatchObject({
    price: { market: 'simulated' },
    summary: { target2: { targetDate: '2026-11-26T00:00:00.000Z' } },
  })
  expect(Math.abs(market.now() - server.clock.now())).toBeLessThan(2_000)

  const joined = market.snapshot()
  expect(joined).toMatchObject({ type: 'hello', summary: { price: market.state.getState().price } })
  updates.length = 0
  await eventually(() => updates.length > 0, { step: oneSecond })
  const [next] = updates
  if (!next || !('seq' in next && 'seq' in joined)) throw new Error('no stream message')
  expect(next.seq).toBe(joined.seq + 1)

  await server.jump('2026-11-23T00:00:05.000Z')
  await eventually(
    () => market.state.getState().summary?.target2.targetDate === '2026-11-30T00:00:00.000Z',
    { step: oneSecond },
  )
  expect(kinds.has('round')).toBe(true)
  market.stop()
})

test('polls the server when no WebSocket connects', async () => {
  class Blocked extends WebSocket {
    constructor(url: string) {
      super(url.replace('/stream', '/no-stream'))
    }
  }
  const market = appMarket(Blocked)
  market.start()
  await eventually(() => market.state.getState().link === 'polling')
  expect(market.state.getState().summary?.target2.refDate).toBeString()
  market.stop()
})
