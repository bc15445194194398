import { expect, test } from 'bun:test'
import { clusterCases } from '#tests/support/cluster-cases.ts'
import { endListeners } from '#tests/support/end-listeners.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'

test('a server on the embedded database is alone, and has no bus to be away', async () => {
  const server = await startTestServer()
  const metrics = await fetch(`${server.url}/metrics`).then((reply) => reply.text())
  expect(metrics.match(/^tidemark_bus_connected .*$/m)?.[0]).toBe('tidemark_bus_connected Nan')
  await server.stop()
})

// The embedded database has one process.
if (testServerUrl !== null) {
  clusterCases(() => ({}), endListeners)
}
