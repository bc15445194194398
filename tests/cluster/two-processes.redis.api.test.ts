import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startRedis } from '#build/setup/redis-server.mjs'
import { clusterCases } from '#tests/support/cluster-cases.ts'
import { endRedisClients } from '#tests/support/end-listeners.ts'
import { freePort } from '#tests/support/free-port.ts'
import { keptOpen, openSharedDatabase } from '#tests/support/shared-database.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'

let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  redis = await startRedis(await freePort())
})
afterAll(() => redis.stop())

test.skipIf(testServerUrl === null)(
  'a bus that is not there ends the start in one line, without the password',
  async () => {
    const port = await freePort()
    const shared = await openSharedDatabase(1)
    const [database] = shared.holders
    if (!database) throw new Error('there is no database')
    const starting = startTestServer({
      environment: {
        DATABASE_URL: shared.url ?? '',
        BUS_URL: `redis://me:hunter2@127.0.0.1:${port}`,
      },
      database: keptOpen(database),
    })
    await expect(starting).rejects.toThrow(
      new RegExp(`^The bus at redis://127\\.0\\.0\\.1:${port} cannot be used: [^\\n]+$`),
    )
    await shared.close()
  },
)

if (testServerUrl !== null) {
  clusterCases(
    () => ({ BUS_URL: redis.url }),
    () => endRedisClients(redis.url),
  )
}
