import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHealth } from '#api/infrastructure/health.ts'
import { fromRoot } from './project.mjs'

/** Runs ensureLocalApi in Node, as the scripts do, and prints what it started or why it failed. */
const SCRIPT = `
import { createServer } from 'node:http'
import { ensureLocalApi } from '${fromRoot('build', 'setup', 'local-api.mjs')}'
const [address] = process.argv.slice(-1)
const started = []
const start = (port) => {
  started.push(port)
  createServer((_, reply) => reply.end('{"status":"ok"}')).listen(Number(port))
  return { exitCode: null }
}
const error = await ensureLocalApi(address, start).then(() => null, ({ message }) => message)
console.log(JSON.stringify({ started, error }))
process.exit()
`

/** Answers the second request and those after it. */
let requests = 0
const slow = Bun.serve({
  port: 0,
  idleTimeout: 60,
  fetch: () => (requests++ === 0 ? new Promise<Response>(() => {}) : createHealth([]).live()),
})
let freePort: number
beforeAll(async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response('ok') })
  freePort = server.port ?? 0
  await server.stop(true)
})
afterAll(() => slow.stop(true))

async function outcomeAt(port: number | undefined) {
  const args = ['--input-type=module', '-e', SCRIPT, '--', `http://127.0.0.1:${port}`]
  const child = Bun.spawn(['node', ...args], { stdin: 'ignore', stderr: 'pipe' })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const result: unknown = JSON.parse(output)
  return { result, errors }
}

test('the API is started where nothing listens', async () => {
  const { result, errors } = await outcomeAt(freePort)
  expect(result).toEqual({ started: [String(freePort)], error: null })
  expect(errors).toBe(`tidemark: waiting for the API at http://127.0.0.1:${freePort}\n`)
})

test('an API that is slow to answer is waited for, and no other is started', async () => {
  const { result, errors } = await outcomeAt(slow.port)
  expect(result).toEqual({ started: [], error: null })
  expect(requests).toBeGreaterThan(1)
  expect(errors).toBe(`tidemark: waiting for the API at http://127.0.0.1:${slow.port}\n`)
})

test('an API that serves is used without a line', async () => {
  await using server = Bun.serve({ port: 0, fetch: () => createHealth([]).live() })
  const outcome = await outcomeAt(server.port)
  expect(outcome).toEqual({ result: { started: [], error: null }, errors: '' })
})

test.each([
  ['404', () => new Response('Not Found', { status: 404 })],
  ['a page to every path', () => new Response('<!doctype html>')],
])('another program that answers %s ends the wait at once', async (_, reply) => {
  let received = 0
  await using server = Bun.serve({
    port: 0,
    fetch() {
      received++
      return reply()
    },
  })
  const { result } = await outcomeAt(server.port)
  const error = expect.stringContaining(`port ${server.port} is used by another program; `)
  expect(result).toEqual({ started: [], error })
  expect(received).toBe(1)
})
