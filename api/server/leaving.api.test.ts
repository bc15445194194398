import { afterAll, beforeAll, expect, test } from 'bun:test'
import { API_PREFIX } from '#shared/contract/common.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A kept reply, one of a route, one of none, and one of the operator's. */
const PATHS = ['/vote/summary', '/posts/frees?page=1', '/nowhere', '/livez'].map((path) =>
  path === '/livez' ? path : `${API_PREFIX}${path}`,
)
const ask = (path: string) => fetch(`${server.url}${path}`)
const endings = async () =>
  Promise.all(PATHS.map(async (path) => (await ask(path)).headers.get('connection')))

test('a server that leaves answers as before, and ends each connection with its reply', async () => {
  for (const path of PATHS) await ask(path)
  expect(await endings()).not.toContain('close')
  const before = await Promise.all(PATHS.map(async (path) => (await ask(path)).status))
  server.leave()
  expect(await endings()).toEqual(PATHS.map(() => 'close'))
  expect(await Promise.all(PATHS.map(async (path) => (await ask(path)).status))).toEqual(before)
  expect((await ask('/readyz')).status).toBe(503)
})
