import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { testClock } from '#tests/support/test-clock.ts'
import { createCachedReplies } from './cached-replies.ts'
import { createCrossOrigin } from './http/reply-headers.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { prepareReply } from './prepared-reply.ts'
import { createReplyCache } from './reply-cache.ts'

/** A server of lists with pages; `routed` and `built` list what reached the route and was built. */
function setUp() {
  const replies = createCachedReplies({
    cache: createReplyCache({ clock: testClock(0) }),
    headers: {},
    crossOrigin: createCrossOrigin([]),
    metrics: createMetrics(),
    log: createLog('silent'),
    keyOf: ({ url }) => url.slice('http://a.example'.length),
  })
  const routed: string[] = []
  const built: string[] = []
  const query = t.Object({ page: t.Optional(t.Numeric()) })
  const app = new Elysia().use(replies.plugin).get(
    '/:list',
    (context) => {
      routed.push(context.request.url)
      return replies.sendApi(context, {
        topics: [],
        build() {
          built.push(context.request.url)
          return prepareReply(context.path)
        },
      })
    },
    { query },
  )
  const get = async (path: string) => {
    const response = await app.handle(new Request(`http://a.example${path}`))
    return response.json()
  }
  return { get, routed, built }
}

test('a reply that its route has sent is sent before routing', async () => {
  const { get, routed } = setUp()
  expect(await get('/list?page=2')).toBe('/list')
  expect(await get('/list?page=2')).toBe('/list')
  expect(routed).toHaveLength(1)
})

test('made-up queries make no entry, and share the one of the canonical address', async () => {
  const { get, routed, built } = setUp()
  await get('/list')
  for (let made = 0; made < 1_000; made++) {
    await get(`/list?made=${made}`)
    await get(`/list?page=0002&made=${made}`)
    await get('/list')
  }
  expect(routed).toHaveLength(2_001)
  expect(built).toEqual(['http://a.example/list', 'http://a.example/list?page=0002&made=0'])
})
