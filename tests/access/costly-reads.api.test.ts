import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const OPENAPI = '/openapi/json'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 1 })
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers })

const left = async (path: string) => {
  const reply = await get(path)
  await reply.bytes()
  expect(reply.status).toBe(200)
  return Number(reply.headers.get('ratelimit-remaining'))
}

test.each([
  ['/api/v1/modlog', 1],
  ['/feed/rounds.xml', 1],
  ['/api/v1/candles?limit=2999', 5],
  ['/cards/site.png', 10],
  [OPENAPI, 10],
])('%s takes %i of the reads of an address', async (path, points) => {
  const before = await left('/api/v1/modlog')
  expect(before - (await left(path))).toBe(points)
})

test('the OpenAPI document is compressed and has an ETag', async () => {
  const plain = await get(OPENAPI, { 'accept-encoding': 'identity' })
  const { length } = await plain.text()
  const zipped = await fetch(`${server.url}${OPENAPI}`, {
    headers: { 'accept-encoding': 'gzip' },
    decompress: false,
  })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect((await zipped.bytes()).length).toBeLessThan(length / 5)
  const tag = zipped.headers.get('etag') ?? ''
  expect((await get(OPENAPI, { 'if-none-match': tag })).status).toBe(304)
})

// Uses up the reads of this address.
test('an address gets at most 120 cards a minute', async () => {
  let reply = await get('/cards/site.png')
  for (let count = 0; count < 120 && reply.status === 200; count++) {
    reply = await get('/cards/site.png')
  }
  expect(reply.status).toBe(429)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
})
