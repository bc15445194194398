import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { receiptKeysRoute } from '#api/modules/receipts/routes.ts'
import { freePort } from '#build/setup/free-port.mjs'
import { startNginx } from '#build/setup/nginx.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { KEYS_PATH } from '#shared/contract/endpoints.ts'
import { testKey } from '#tests/support/test-signer.ts'

// The shipped configuration of nginx in front of two stand-ins of the server.

const conf = await Bun.file(fromRoot('deploy', 'nginx.conf')).text()

let instances: Bun.Server<undefined>[] = []
let nginx: Awaited<ReturnType<typeof startNginx>>
let url = ''
let reached: string[] = []
let received = new Headers()
let keys = [testKey()]
const keysRoute = receiptKeysRoute({ keys: () => ({ keys }) })
/** Requests of one address at once. */
const TOGETHER = 30
/** Resolves once they have all reached the instances. */
let all = Promise.withResolvers<void>()

const startInstance = (port = 0) =>
  Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch: async (request, server) => {
      const { pathname } = new URL(request.url)
      reached.push(pathname)
      received = request.headers
      if (pathname === KEYS_PATH) return keysRoute.handle(request)
      if (pathname === '/own') {
        if (reached.length === TOGETHER) all.resolve()
        await all.promise
      }
      const headers = { 'cache-control': 'no-store' }
      // Only the second instance is of this build.
      if (pathname.endsWith('/new.js') && server !== instances[1]) {
        return new Response('', { status: 404, headers })
      }
      return new Response('', { status: pathname === '/busy' ? 503 : 200, headers })
    },
  })

beforeEach(async () => {
  reached = []
  all = Promise.withResolvers()
  instances = Array.from({ length: 2 }, () => startInstance())
  const [first, second] = instances.map(({ port }) => `127.0.0.1:${port}`)
  const port = await freePort()
  const upstreams = { '10.0.0.11:3000': first ?? '', '10.0.0.12:3000': second ?? '' }
  nginx = await startNginx({ conf, port, upstreams })
  url = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  await nginx?.stop()
  await Promise.all(instances.map((instance) => instance.stop(true)))
})

const statusOf = async (path: string) => (await fetch(url + path)).status

test('a refusal of one request takes no instance out of service', async () => {
  const paths = ['/a', '/busy', '/b', '/busy', '/c', '/busy', '/d']
  const statuses: number[] = []
  for (const path of paths) statuses.push(await statusOf(path))
  expect(statuses).toEqual([200, 503, 200, 503, 200, 503, 200])
  // A refusal is no reason to ask the other instance the same.
  expect(reached).toEqual(paths)
})

test('instances that restart one after another lose no request', async () => {
  const statuses: number[] = []
  for (const [index, instance] of instances.entries()) {
    const { port } = instance
    await instance.stop(true)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => statusOf('/a')))))
    instances[index] = startInstance(port)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a file of a build that one instance has not yet is taken from the other one', async () => {
  const files = Array(4).fill('/assets/new.js')
  expect(await Promise.all(files.map(statusOf))).toEqual(Array(4).fill(200))
  // No other reply is asked for twice.
  reached = []
  await Promise.all([statusOf('/api/new.js'), statusOf('/api/new.js')])
  expect(reached).toHaveLength(2)
})

test('requests for what no cache stores do not wait for each other', async () => {
  // Each is answered once all have arrived: one that waits for the answer of another never does.
  const statuses = await Promise.all(Array.from({ length: TOGETHER }, () => statusOf('/own')))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a list of keys that was read before a rotation has the new key after it', async () => {
  const read = async () => (await fetch(url + KEYS_PATH)).json()
  expect(await read()).toEqual({ keys })
  keys = [...keys, testKey({ id: '00'.repeat(8) })]
  expect(await read()).toEqual({ keys })
})

test('a client chooses neither the request id nor the trace that the server believes of a proxy', async () => {
  const headers = { 'x-request-id': 'chosen-outside', traceparent: '00-1-1-01' }
  await fetch(`${url}/a`, { headers })
  expect(received.get('x-forwarded-for')).toBe('127.0.0.1')
  expect(Object.keys(headers).filter((name) => received.has(name))).toEqual([])
})

test('its cache lies in a folder that the package creates, of which nginx creates the last part only', () => {
  const [, folder = ''] = /^proxy_cache_path (\S+)/m.exec(conf) ?? []
  expect([folder, existsSync(dirname(folder))]).toEqual([folder, true])
})

test('its logs name no addresses of clients', () => {
  expect(conf).toContain('\taccess_log off;')
  // Messages of this level are about nginx itself.
  expect(conf).toContain('\terror_log /var/log/nginx/error.log alert;')
})

test('listens on IPv4 and IPv6', () => {
  expect(conf.match(/^\s*listen .*;$/gm)?.map((line) => line.trim())).toEqual([
    'listen 443 ssl;',
    'listen [::]:443 ssl;',
  ])
})
