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

test('publishes at most four prices per second to a client that requests them, one to others', async () => {
  const [member, guest] = [await openStream(server.url), await openStream(server.url)]
  for (const client of [member, guest]) await client.next('hello')
  await eventually(() => server.infrastructure.market.price()?.freshness === 'live')
  const base = Number(server.infrastructure.market.price()?.value)
  let step = 0
  /** One of twenty prices a second; it arrives before the clock advances. */
  const trade = async () => {
    step += 1
    const price = (base + step / 100).toFixed(2)
    server.clock.advance(50)
    exchange.tick(price, server.clock.now())
    await eventually(() => server.infrastructure.market.price()?.value === price)
  }
  member.send('prices')
  await eventually(() => prices(member).length > prices(guest).length, { step: trade })
  const start = server.clock.now()
  for (let count = 0; count < 60; count++) await trade()
  const timesOf = (client: StreamClient) =>
    prices(client)
      .map(({ serverDate }) => Date.parse(serverDate))
      .filter((time) => time > start)
  await eventually(() => timesOf(member).length >= 11 && timesOf(guest).length >= 2)
  for (const [client, most] of [
    [member, 4],
    [guest, 1],
  ] as const) {
    const times = timesOf(client)
    for (const time of times) {
      // A pause of everybody's prices is a tenth shorter than a second.
      const inSecond = times.filter((other) => other >= time && other < time + 900)
      expect(inSecond.length).toBeLessThanOrEqual(most)
    }
    expect((times.at(-1) ?? 0) - start).toBeGreaterThan(1_900)
  }
  const steps = (client: StreamClient) => {
    const numbers = client.messages.map(({ seq }) => seq)
    return new Set(numbers.slice(1).map((seq, index) => seq - (numbers[index] ?? seq)))
  }
  expect(steps(guest)).toEqual(new Set([1]))
  expect(steps(member)).toEqual(new Set([0, 1]))
  member.close()
  guest.close()
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
