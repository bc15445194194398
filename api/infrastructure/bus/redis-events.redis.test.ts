import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { RedisClient } from 'bun'
import { freePort } from '#build/setup/free-port.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { cutRedis } from '#tests/support/cut-bus.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startSlowProxy } from '#tests/support/slow-proxy.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { startTransport, transportCases } from '#tests/support/transport-cases.ts'
import { createRedisEvents } from './redis-events.ts'
import type { EventTransport } from './transport.ts'

const clock = testClock('2026-11-21T02:30:00Z')
let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  redis = await startRedis(await freePort())
})
afterAll(() => redis.stop())

/** A started transport on `channel` of the server at `url`. */
const startAt = (url: string, channel: string) =>
  startTransport(createRedisEvents(url, channel, clock))

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
  const port = await freePort()
  await expect(startAt(`redis://me:hunter2@127.0.0.1:${port}`, 'tidemark:test')).rejects.toThrow(
    `BUS_URL: redis://127.0.0.1:${port} cannot be reached. Start Redis or Valkey there, or correct host and port.`,
  )
  await expect(startAt('redis://:hunter2@no-such.invalid', 'tidemark:test')).rejects.toThrow(
    'BUS_URL: redis://no-such.invalid:6379 has a host name that cannot be resolved. Correct the host.',
  )
  const url = new URL(redis.url)
  url.password = 'wrong'
  await expect(startAt(url.href, 'tidemark:test')).rejects.toThrow(
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
  await expect(startAt(url.href, 'tidemark:test')).rejects.toThrow(
    `BUS_URL: redis://${url.host} denies a command to its user. Allow PUBLISH and SUBSCRIBE on channels tidemark:*.`,
  )
})

test('reports a Redis that hangs once a message has had no answer for a second', async () => {
  const { transport, states } = await startAt(redis.url, 'tidemark:hang')
  redis.freeze()
  transport.send('no answer')
  await eventually(() => states.length === 1)
  redis.thaw()
  await eventually(() => states.length === 2)
  expect(states).toEqual(['away', 'back'])
  await transport.stop()
})

test('reports a Redis that no longer delivers its messages', async () => {
  const { transport, states } = await startAt(redis.url, 'tidemark:denied')
  await command(redis.url, 'ACL', 'SETUSER', 'default', '-publish')
  clock.advance(10_000)
  await eventually(() => states.length === 1)
  await command(redis.url, 'ACL', 'SETUSER', 'default', '+publish')
  await eventually(() => states.length === 2)
  expect(states).toEqual(['away', 'back'])
  await transport.stop()
})

describe('an instance whose Redis is replaced while its connections stay silent', () => {
  /** Replaces the Redis of an instance and returns once a message of the new one arrives there. */
  const replaceRedis = async (notice: (transport: EventTransport) => void) => {
    const successor = await startRedis(await freePort(), new URL(redis.url).password)
    const proxy = await startSlowProxy(redis.url)
    const channel = 'tidemark:replaced'
    const own = await startAt(proxy.url, channel)
    const other = await startAt(successor.url, channel)
    const { messages, states } = own
    proxy.replace(successor.url)
    notice(own.transport)
    await eventually(() => states.includes('back'))
    other.transport.send('from elsewhere')
    await eventually(() => messages.length > 0)
    expect(messages).toEqual(['from elsewhere'])
    expect(states).toEqual(['away', 'back'])
    await Promise.all([own.transport.stop(), other.transport.stop()])
    await Promise.all([proxy.stop(), successor.stop()])
  }

  test('receives from the new one after a message of its own had no answer', () =>
    replaceRedis((transport) => transport.send('no answer')))

  test('receives from the new one after at most ten seconds if it only reads', () =>
    replaceRedis(() => clock.advance(10_000)))
})
