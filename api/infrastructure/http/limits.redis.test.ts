import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createRedis } from '#api/infrastructure/redis.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { eventually } from '#tests/support/eventually.ts'
import { createLimits, type Limits } from './limits.ts'

/** Requests of one user in a minute. */
const QUOTA = 5
const NAMED = { action: 'named', user: QUOTA, address: 30 }

let redis: Awaited<ReturnType<typeof startRedis>>
let instances: { limits: Limits; isReady: () => boolean }[] = []
let user = 0

beforeAll(async () => {
  redis = await startRedis(await freePort())
  instances = await Promise.all(
    [1, 2].map(async () => {
      const client = createRedis(redis.url)
      await client.connect()
      const limits = createLimits({ redis: { client, prefix: 'test' } })
      return { limits, isReady: () => client.status === 'ready' }
    }),
  )
})
afterAll(async () => {
  for (const { limits } of instances) limits.stop()
  await redis.stop()
})
beforeEach(() => {
  user += 1
})

/** Counts a request of the current user and answers the headers of the reply. */
async function take(instance: number) {
  const headers: Record<string, string | number | undefined> = {}
  const context = { clientAddress: `203.0.113.${user}`, set: { headers } }
  await instances[instance]?.limits.limited(NAMED, context, user)
  return headers
}

const isAllowed = (instance: number) =>
  take(instance).then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
      return false
    },
  )

test('counts the calls of all instances together', async () => {
  const allowed: (boolean | undefined)[] = []
  for (let call = 0; call < QUOTA + 2; call++) allowed.push(await isAllowed(call % 2))
  expect(allowed).toEqual([true, true, true, true, true, false, false])
})

test('counts calls that arrive at once exactly', async () => {
  const allowed = await Promise.all(Array.from({ length: 20 }, (_, call) => isAllowed(call % 2)))
  expect(allowed.filter(Boolean)).toHaveLength(QUOTA)
})

test('answers the headers of the shared count', async () => {
  await isAllowed(0)
  const headers = await take(1)
  expect(headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '3' })
  expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
})

test('counts in memory while Redis is down, and in Redis again afterwards', async () => {
  await redis.kill()
  const allowed: (boolean | undefined)[] = []
  for (let call = 0; call < QUOTA + 1; call++) allowed.push(await isAllowed(0))
  expect(allowed).toEqual([true, true, true, true, true, false])
  expect(await isAllowed(1)).toBe(true)
  await redis.launch()
  await eventually(() => instances.every(({ isReady }) => isReady()))
  user += 1
  for (let call = 0; call < QUOTA; call++) await isAllowed(call % 2)
  expect([await isAllowed(0), await isAllowed(1)]).toEqual([false, false])
})

test('answers within two seconds while Redis hangs', async () => {
  redis.freeze()
  const start = performance.now()
  for (let call = 0; call < QUOTA; call++) expect(await isAllowed(0)).toBe(true)
  expect(await isAllowed(0)).toBe(false)
  expect(performance.now() - start).toBeLessThan(2_000)
  redis.thaw()
})
