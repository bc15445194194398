import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#api/infrastructure/log.ts'
import { createServiceManager } from '#api/infrastructure/service-manager.ts'
import { testClock } from '#tests/support/test-clock.ts'

// systemd's own systemd-notify sends; Python listens, because Bun has no such sockets.
const LISTEN = `
import os, socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(sys.argv[1])
print("listening", flush=True)
while True:
    message = server.recv(4096).decode()
    if message != "BARRIER=1":
        print(message, flush=True)
`

let folder: string
let listener: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
let next: () => Promise<string>
let socket: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-notify-'))
  socket = join(folder, 'socket')
  listener = Bun.spawn(['python3', '-c', LISTEN, socket], { stdin: 'ignore', stdout: 'pipe' })
  const reader = listener.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  next = async () => {
    while (!text.includes('\n')) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the listener has ended')
      text += value
    }
    const [line = '', ...rest] = text.split('\n')
    text = rest.join('\n')
    return line
  }
  expect(await next()).toBe('listening')
})
afterAll(() => {
  listener.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('systemd hears that the server is ready, lives three times in its limit, and stops', async () => {
  const clock = testClock('2026-11-26T00:00:00Z')
  const manager = createServiceManager({
    settings: { socket, watchdogMs: 60_000 },
    clock,
    log: createLog('silent'),
  })
  manager.ready()
  expect(await next()).toBe('READY=1')
  for (let sign = 0; sign < 3; sign++) {
    clock.advance(20_000)
    expect(await next()).toBe('WATCHDOG=1')
  }
  manager.stopping()
  expect(await next()).toBe('STOPPING=1')
  clock.advance(60_000)
  manager.stopping()
  expect(await next()).toBe('STOPPING=1')
})

test('nobody is told without systemd', async () => {
  const clock = testClock('2026-11-26T00:00:00Z')
  const alone = createServiceManager({ settings: null, clock, log: createLog('silent') })
  alone.ready()
  alone.stopping()
  const other = createServiceManager({
    settings: { socket, watchdogMs: null },
    clock,
    log: createLog('silent'),
  })
  other.ready()
  expect(await next()).toBe('READY=1')
})
