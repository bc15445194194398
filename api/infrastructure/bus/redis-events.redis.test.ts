import { afterAll, beforeAll, expect, test } from 'bun:test'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { cutRedis } from '#tests/support/cut-bus.ts'
import { eventually } from '#tests/support/eventually.ts'
import { transportCases } from '#tests/support/transport-cases.ts'
import { createRedisEvents } from './redis-events.ts'

let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  redis = await startRedis(await freePort())
})
afterAll(() => redis.stop())

transportCases(() => ({
  transport: () => createRedisEvents(redis.url, 'tidemark:test'),
  endAll: () => cutRedis(redis.url),
  step: () => {},
}))

test('separates the channels of different databases', async () => {
  const messages: string[] = []
  const [one, other] = ['tidemark:1', 'tidemark:2'].map((channel) =>
    createRedisEvents(redis.url, channel),
  )
  const handlers = {
    onMessage: (text: string) => messages.push(text),
    onDisconnect() {},
    onReconnect() {},
  }
  await one?.start(handlers)
  await other?.start(handlers)
  one?.send('to one')
  other?.send('to the other')
  await eventually(() => messages.length >= 2)
  expect(messages.sort()).toEqual(['to one', 'to the other'])
  await one?.stop()
  await other?.stop()
})

test('names setting, address and cure where no Redis answers or the password is wrong', async () => {
  const handlers = { onMessage() {}, onDisconnect() {}, onReconnect() {} }
  const startAt = (url: string) => createRedisEvents(url, 'test').start(handlers)
  const port = await freePort()
  await expect(startAt(`redis://me:hunter2@127.0.0.1:${port}`)).rejects.toThrow(
    `BUS_URL: redis://127.0.0.1:${port} cannot be reached. Start Redis or Valkey there, or correct host and port.`,
  )
  await expect(startAt('redis://:hunter2@no-such.invalid')).rejects.toThrow(
    'BUS_URL: redis://no-such.invalid:6379 has a host name that cannot be resolved. Correct the host.',
  )
  const url = new URL(redis.url)
  url.password = 'wrong'
  await expect(startAt(url.href)).rejects.toThrow(
    `BUS_URL: redis://${url.host} refuses the user or password. Correct them; percent-encode @ # / ? % in the password.`,
  )
})

test('reports a Redis that hangs once a message has had no answer for a second', async () => {
  const states: string[] = []
  const transport = createRedisEvents(redis.url, 'tidemark:hang')
  await transport.start({
    onMessage() {},
    onDisconnect: () => states.push('away'),
    onReconnect: () => states.push('back'),
  })
  redis.freeze()
  transport.send('no answer')
  await eventually(() => states.length === 1)
  redis.thaw()
  await eventually(() => states.length === 2)
  expect(states).toEqual(['away', 'back'])
  await transport.stop()
})
