import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fromRoot } from './project.mjs'

/** Runs ensureLocalApi in Node, as the scripts do, and prints what it started. */
const SCRIPT = `
import { createServer } from 'node:http'
import { ensureLocalApi } from '${fromRoot('build', 'setup', 'local-api.mjs')}'
const [address] = process.argv.slice(-1)
const started = []
await ensureLocalApi(address, (port) => {
  started.push(port)
  createServer((_, reply) => reply.end('ok')).listen(Number(port))
  return { exitCode: null }
})
console.log(JSON.stringify(started))
process.exit()
`

/** Answers the second request and those after it. */
let requests = 0
const slow = Bun.serve({
  port: 0,
  idleTimeout: 60,
  fetch: () => (requests++ === 0 ? new Promise<Response>(() => {}) : new Response('ok')),
})
let freePort: number
beforeAll(async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response('ok') })
  freePort = server.port ?? 0
  await server.stop(true)
})
afterAll(() => slow.stop(true))

async function startedFor(port: number | undefined): Promise<string[]> {
  const args = ['--input-type=module', '-e', SCRIPT, '--', `http://127.0.0.1:${port}`]
  const child = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  await once(child, 'close')
  return JSON.parse(output)
}

test('the API is started where nothing listens', async () => {
  expect(await startedFor(freePort)).toEqual([String(freePort)])
})

test('an API that is slow to answer is waited for, and no other is started', async () => {
  expect(await startedFor(slow.port)).toEqual([])
  expect(requests).toBeGreaterThan(1)
})
