import { expect, test } from 'bun:test'
import { createRedis } from './redis.ts'

test.each(['redis://cache:6380', 'valkey://cache:6380'])('%s names a host and a port', (url) => {
  const { host, port, path } = createRedis(url).options
  expect({ host, port, path }).toEqual({ host: 'cache', port: 6380, path: undefined })
})
