import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { createCrossOrigin } from './http/reply-headers.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { prepareReply } from './prepared-reply.ts'
import { createResponseCache } from './response-cache.ts'

/** A server whose paths below /many are one of many; `routed` lists the paths that reached the route. */
function setUp() {
  const cache = createResponseCache({
    headers: {},
    crossOrigin: createCrossOrigin([]),
    metrics: createMetrics(),
    log: createLog('silent'),
  })
  const routed: string[] = []
  const app = new Elysia().use(cache.plugin).get('/*', ({ request, path }) => {
    routed.push(path)
    const reply = prepareReply(path)
    return cache.send({ request, route: path, isOneOfMany: path.startsWith('/many/') }, () => reply)
  })
  const get = async (path: string) =>
    (await app.handle(new Request(`http://a.example${path}`))).json()
  return { get, routed }
}

test('a crawl of many addresses evicts no other reply', async () => {
  const { get, routed } = setUp()
  expect(await get('/home')).toBe('/home')
  for (let person = 0; person < 1_000; person++) await get(`/many/${person}`)
  routed.length = 0
  expect(await get('/home')).toBe('/home')
  expect(await get('/many/999')).toBe('/many/999')
  expect(routed).toEqual([])
  expect(await get('/many/0')).toBe('/many/0')
  expect(routed).toEqual(['/many/0'])
})

test('made-up query strings evict no reply that is read meanwhile', async () => {
  const { get, routed } = setUp()
  await get('/home')
  for (let made = 0; made < 1_000; made++) {
    await get(`/home?made=${made}`)
    await get('/home')
  }
  expect(routed.length).toBe(1_001)
})
