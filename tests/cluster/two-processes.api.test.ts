import { expect, test } from 'bun:test'
import { clusterCases } from '#tests/support/cluster-cases.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'

test('a server on the embedded database is alone, and tells nothing of a bus', async () => {
  const server = await startTestServer()
  const metrics = await fetch(`${server.url}/metrics`).then((reply) => reply.text())
  expect(metrics.includes('tidemark_bus')).toBe(false)
  await server.stop()
})

// The embedded database has one process.
if (testServerUrl !== null) clusterCases(() => ({}))
