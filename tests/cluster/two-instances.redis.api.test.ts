import { afterAll, beforeAll, expect, test } from 'bun:test'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { cutRedis, sendByRedis } from '#tests/support/cut-bus.ts'
import { openSharedDatabase, withoutClose } from '#tests/support/shared-database.ts'
import { testServerUrl } from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { twoInstancesCases } from '#tests/support/two-instances-cases.ts'

let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  redis = await startRedis(await freePort())
})
afterAll(() => redis.stop())

test.skipIf(testServerUrl === null)(
  'an unreachable Redis ends the start with one line that hides the password',
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
      database: withoutClose(database),
    })
    await expect(starting).rejects.toThrow(
      new RegExp(`^The bus at redis://127\\.0\\.0\\.1:${port} cannot be used: [^\\n]+$`),
    )
    await shared.close()
  },
)

if (testServerUrl !== null) {
  twoInstancesCases(
    () => ({ BUS_URL: redis.url }),
    () => cutRedis(redis.url),
    (_, message) => sendByRedis(redis.url, message),
  )
}
