import { afterAll, beforeAll, expect, test } from 'bun:test'
import { API_PREFIX } from '#shared/contract/common.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A cached reply, an uncached one, an unknown route and an operator path. */
const PATHS = ['/vote/summary', '/posts/frees?page=1', '/nowhere', '/livez'].map((path) =>
  path === '/livez' ? path : `${API_PREFIX}${path}`,
)
const get = (path: string) => fetch(`${server.url}${path}`)
const connectionHeaders = async () =>
  Promise.all(PATHS.map(async (path) => (await get(path)).headers.get('connection')))

test('leave() still serves requests, closes each connection with its reply and fails /readyz', async () => {
  for (const path of PATHS) await get(path)
  expect(await connectionHeaders()).not.toContain('close')
  const before = await Promise.all(PATHS.map(async (path) => (await get(path)).status))
  server.leave()
  expect(await connectionHeaders()).toEqual(PATHS.map(() => 'close'))
  expect(await Promise.all(PATHS.map(async (path) => (await get(path)).status))).toEqual(before)
  expect((await get('/readyz')).status).toBe(503)
})
