import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { STREAM_PATH } from '#shared/contract/endpoints.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startBinance } from '#tests/support/exchange/binance.ts'
import type { StandIn } from '#tests/support/exchange/stand-in.ts'
import { generatedTape } from '#tests/support/exchange/tape.ts'
import { openStream, type StreamClient } from '#tests/support/stream-client.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { SATURDAY, startTestServer, type TestServer } from '#tests/support/test-server.ts'

let exchange: StandIn
let server: TestServer
let clients: StreamClient[] = []

beforeAll(async () => {
  exchange = startBinance({ tape: generatedTape(), clock: testClock(SATURDAY) })
  server = await startTestServer({
    limitFactor: 1,
    environment: { PRICE_FEED: 'binance', ...exchange.settings },
  })
})
afterAll(() => exchange.stop())

/** Requests an upgrade and returns the status line of the response. */
function requestUpgrade(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(
        `GET ${STREAM_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n` +
          'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
    })
    socket.once('data', (data) => {
      resolve(`${data}`.split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** The price messages of a client. */
const prices = ({ messages }: StreamClient) => messages.filter(({ type }) => type === 'price')

test('publishes at most four prices per second', async () => {
  const client = await openStream(server.url)
  await client.next('hello')
  await eventually(() => server.infrastructure.market.price()?.freshness === 'live')
  const start = server.clock.now()
  const base = Number(server.infrastructure.market.price()?.value)
  // Twenty prices a second for three seconds; each arrives before the clock advances.
  for (let step = 1; step <= 60; step++) {
    const price = (base + step / 100).toFixed(2)
    server.clock.advance(50)
    exchange.tick(price, server.clock.now())
    await eventually(() => server.infrastructure.market.price()?.value === price)
  }
  await eventually(() => prices(client).length >= 12)
  await client.next('price')
  const times = prices(client).map(({ serverDate }) => Date.parse(serverDate))
  for (const time of times) {
    expect(times.filter((other) => other >= time && other < time + 1000).length).toBeLessThan(5)
  }
  expect(times.length).toBeLessThanOrEqual(4 * 3 + 1)
  expect((times.at(-1) ?? 0) - start).toBeGreaterThan(2_500)
  client.close()
})

test('rejects the 101st stream of an address until one is closed', async () => {
  clients = await Promise.all(Array.from({ length: 100 }, () => openStream(server.url)))
  await Promise.all(clients.map((client) => client.next('hello')))
  expect(await requestUpgrade()).toBe('HTTP/1.1 429 Too Many Requests')
  expect(clients.filter((client) => client.ended() !== null)).toEqual([])
  const metrics = await fetch(`${server.url}/metrics`).then((reply) => reply.text())
  expect(metrics).toContain('tidemark_stream_listeners 100')

  clients[0]?.close()
  await eventually(() => clients[0]?.ended() !== null)
  const again = await openStream(server.url)
  await again.next('hello')
  clients.push(again)
  expect(await requestUpgrade()).toBe('HTTP/1.1 429 Too Many Requests')
})

test('closes every stream with 1001 (going away) when the server stops', async () => {
  await server.stop()
  await eventually(() => clients.every((client) => client.ended() !== null))
  const codes = clients.slice(1).map((client) => client.ended())
  expect(new Set(codes.map((end) => `${end?.code} ${end?.reason}`))).toEqual(
    new Set(['1001 going away']),
  )
})
