import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { RedisClient } from 'bun'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { cutRedis } from '#tests/support/cut-bus.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startSlowProxy } from '#tests/support/slow-proxy.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { transportCases } from '#tests/support/transport-cases.ts'
import type { EventTransport } from './event-bus.ts'
import { createRedisEvents } from './redis-events.ts'

const clock = testClock('2026-11-21T02:30:00Z')
let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  redis = await startRedis(await freePort())
})
afterAll(() => redis.stop())

/** Runs a command as the operator. */
async function command(url: string, name: string, ...args: string[]): Promise<void> {
  const operator = new RedisClient(url)
  await operator.send(name, args)
  operator.close()
}

transportCases(() => ({
  transport: () => createRedisEvents(redis.url, 'tidemark:test', clock),
  endAll: () => cutRedis(redis.url),
  step: () => {},
}))

test('separates the channels of different databases', async () => {
  const messages: string[] = []
  const [one, other] = ['tidemark:1', 'tidemark:2'].map((channel) =>
    createRedisEvents(redis.url, channel, clock),
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
  const startAt = (url: string) => createRedisEvents(url, 'test', clock).start(handlers)
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
  await command(
    redis.url,
    'ACL',
    'SETUSER',
    'reader',
    'on',
    '>hunter2',
    '~*',
    '&*',
    '+@all',
    '-publish',
  )
  url.username = 'reader'
  url.password = 'hunter2'
  await expect(startAt(url.href)).rejects.toThrow(
    `BUS_URL: redis://${url.host} denies a command to its user. Allow PUBLISH and SUBSCRIBE on channels tidemark:*.`,
  )
})

test('reports a Redis that hangs once a message has had no answer for a second', async () => {
  const states: string[] = []
  const transport = createRedisEvents(redis.url, 'tidemark:hang', clock)
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

test('reports a Redis that no longer delivers its messages', async () => {
  const states: string[] = []
  const transport = createRedisEvents(redis.url, 'tidemark:denied', clock)
  await transport.start({
    onMessage() {},
    onDisconnect: () => states.push('away'),
    onReconnect: () => states.push('back'),
  })
  await command(redis.url, 'ACL', 'SETUSER', 'default', '-publish')
  clock.advance(10_000)
  await eventually(() => states.length === 1)
  await command(redis.url, 'ACL', 'SETUSER', 'default', '+publish')
  await eventually(() => states.length === 2)
  expect(states).toEqual(['away', 'back'])
  await transport.stop()
})

describe('an instance whose Redis is replaced while its connections stay silent', () => {
  /** Replaces the Redis of an instance and returns once the instance hears the new one. */
  const replaceRedis = async (notice: (transport: EventTransport) => void) => {
    const successor = await startRedis(await freePort(), new URL(redis.url).password)
    const proxy = await startSlowProxy(redis.url)
    const channel = 'tidemark:replaced'
    const [own, other] = [proxy.url, successor.url].map((url) =>
      createRedisEvents(url, channel, clock),
    )
    if (!own || !other) throw new Error('there are not two')
    const messages: string[] = []
    const states: string[] = []
    await own.start({
      onMessage: (message) => messages.push(message),
      onDisconnect: () => states.push('away'),
      onReconnect: () => states.push('back'),
    })
    await other.start({ onMessage() {}, onDisconnect() {}, onReconnect() {} })
    proxy.replace(successor.url)
    notice(own)
    await eventually(() => states.includes('back'))
    other.send('from elsewhere')
    await eventually(() => messages.length > 0)
    expect(messages).toEqual(['from elsewhere'])
    expect(states).toEqual(['away', 'back'])
    await Promise.all([own.stop(), other.stop()])
    await Promise.all([proxy.stop(), successor.stop()])
  }

  test('hears the new one after a message of its own had no answer', () =>
    replaceRedis((transport) => transport.send('no answer')))

  test('hears the new one after at most ten seconds if it only reads', () =>
    replaceRedis(() => clock.advance(10_000)))
})
