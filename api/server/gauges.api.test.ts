import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { testJobLock } from '#tests/support/test-job-lock.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const jobLock = testJobLock(true)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ jobLock })
})
afterAll(() => server.stop())

/** The value of `tidemark_rounds_waiting`. */
const waiting = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^tidemark_rounds_waiting (\S+)$/m.exec(text)?.[1])
}

test('only the owner of the job lock counts rounds without a price', async () => {
  const { market } = server.infrastructure
  spyOn(market, 'firstOpenFrom').mockImplementation(async () => null)
  await server.jump('2026-11-26T00:30:00Z')
  expect(await waiting()).toBeGreaterThan(0)
  jobLock.turn(false)
  expect(await waiting()).toBeNaN()
})
