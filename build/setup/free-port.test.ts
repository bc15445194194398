import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { freePort, freePortPair } from './free-port.mjs'

const listenOn = async (port: number) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { [Symbol.asyncDispose]: async () => void server.close() }
}

test('no port is given twice, and none that is in use', async () => {
  const first = await freePort()
  await using _next = await listenOn(first + 1)
  const others = [await freePort(), await freePort(), await freePort()]
  expect(new Set([first, first + 1, ...others]).size).toBe(5)
})

test('a pair is two ports in a row, and neither is given again', async () => {
  const port = await freePortPair()
  await using _first = await listenOn(port)
  await using _second = await listenOn(port + 1)
  expect(await freePort()).toBeGreaterThan(port + 1)
})

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range'

test.skipIf(process.platform !== 'linux')('the system chooses none of them by itself', async () => {
  const [lowest = 0] = readFileSync(RANGE, 'utf8').trim().split(/\s+/).map(Number)
  expect(await freePort()).toBeLessThan(lowest)
})
