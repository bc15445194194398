import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startRedis } from '#build/setup/redis-server.mjs'
import { endRedisClients } from '#tests/support/end-listeners.ts'
import { freePort } from '#tests/support/free-port.ts'
import { transportCases } from '#tests/support/transport-cases.ts'
import { redisConnector } from './redis-line.ts'

let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  redis = await startRedis(await freePort())
})
afterAll(() => redis.stop())

transportCases(() => ({
  connector: () => redisConnector(redis.url, 'a channel'),
  endAll: () => endRedisClients(redis.url),
}))

test('the address is shown without the password', () => {
  expect(redisConnector('rediss://me:hunter2@r.example:7/1', 'a').address).toBe(
    'rediss://r.example:7',
  )
})

test.each(['wrong', ''])('with the password %j it does not connect', async (password) => {
  const url = new URL(redis.url)
  url.password = password
  const silent = { onMessage() {}, onEnd() {} }
  const connecting = redisConnector(url.href, 'a channel').connect(silent)
  await expect(connecting).rejects.toThrow()
})

test('what is said on one channel is not heard on another', async () => {
  const heard: string[] = []
  const listen = (channel: string) =>
    redisConnector(redis.url, channel).connect({
      onMessage: (payload) => heard.push(`${channel} ${payload}`),
      onEnd() {},
    })
  const [one, other] = [await listen('one'), await listen('other')]
  await one.send('first')
  await other.send('second')
  while (heard.length < 2) await Bun.sleep(1)
  expect(heard.sort()).toEqual(['one first', 'other second'])
  await one.close()
  await other.close()
})
