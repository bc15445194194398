import { expect, test } from 'bun:test'
import { cutPostgresBus, sendByPostgres } from '#tests/support/cut-bus.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { twoInstancesCases } from '#tests/support/two-instances-cases.ts'

test('an instance on the embedded database has no event bus to lose', async () => {
  const server = await startTestServer()
  const metrics = await fetch(`${server.url}/metrics`).then((reply) => reply.text())
  expect(metrics.match(/^tidemark_bus_connected .*$/m)?.[0]).toBe('tidemark_bus_connected Nan')
  await server.stop()
})

// The embedded database has one instance.
if (testServerUrl !== null) {
  twoInstancesCases(() => ({}), cutPostgresBus, sendByPostgres)
}
