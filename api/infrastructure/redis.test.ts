import { expect, test } from 'bun:test'
import { createRedis, explainRedisError } from './redis.ts'

test.each([
  ['redis://cache:6380', false],
  ['valkey://cache:6380', false],
  ['rediss://cache:6380', true],
  ['valkeys://cache:6380', true],
])('%s names a host and a port, with TLS: %p', (url, isEncrypted) => {
  const { host, port, path, tls } = createRedis(url).options
  expect({ host, port, path }).toEqual({ host: 'cache', port: 6380, path: undefined })
  expect(tls !== undefined).toBe(isEncrypted)
})

test('names the cure of an address that leads to several servers', () => {
  const error = new Error('it accepts SUBSCRIBE and delivers no message')
  expect(explainRedisError(error, 'redis://me:hunter2@cache').message).toBe(
    'BUS_URL: redis://cache:6379 accepts SUBSCRIBE and delivers no message. Name one server, not several behind one address.',
  )
})
