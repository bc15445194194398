import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { systemClock } from '#api/infrastructure/clock.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { eventually } from '#tests/support/eventually.ts'
import type { Exchange } from './exchange.ts'
import { openExchangeStream } from './exchange-stream.ts'
import { createCounters } from './types.ts'

let proxy: Server
let port = 0
/** Targets of the CONNECT requests. */
const requested: string[] = []

beforeAll(async () => {
  port = await freePort()
  proxy = createServer().on('connect', (request, client) => {
    requested.push(request.url ?? '')
    const [, target] = (request.url ?? '').split(':')
    const server = connect(Number(target), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      server.pipe(client).pipe(server)
    })
    for (const end of [client, server]) end.on('error', () => {})
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
})
afterAll(() => proxy.close())

test('live prices come through the proxy of their format', async () => {
  const exchange = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null)),
    websocket: { open: (socket) => void socket.send('64000.5'), message() {} },
  })
  const prices: string[] = []
  const source: Exchange = {
    name: 'binance',
    stream: {
      // The npm scripts exempt this machine's addresses.
      url: `ws://exchange.invalid:${exchange.port}`,
      proxy: `http://127.0.0.1:${port}`,
      subscribe: null,
      ping: null,
      createParser: () => (price) => ({ kind: 'price', price, time: systemClock.now() }),
    },
    candles: async () => ({ candles: [], rejected: 0 }),
  }
  const stream = openExchangeStream(source, {
    clock: systemClock,
    random: Math.random,
    counters: createCounters(),
    reference: null,
  })
  stream.listen(({ price }) => prices.push(price))
  await eventually(() => prices.length > 0)
  expect(prices).toEqual(['64000.5'])
  expect(requested).toEqual([`exchange.invalid:${exchange.port}`])
  stream.stop()
  await exchange.stop(true)
})
