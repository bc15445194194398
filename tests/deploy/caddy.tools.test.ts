import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { readConfig } from '#api/infrastructure/config.ts'
import { createClientFinder } from '#api/infrastructure/http/client-address.ts'
import { createAuthority, rootOf, startCaddy } from '#build/setup/caddy.mjs'
import { freePort } from '#build/setup/free-port.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { eventually } from '#tests/support/eventually.ts'
import { readComposeFile } from './compose-file.ts'

const NAME = 'tidemark.localhost'

describe('in front of two stand-ins of the server', () => {
  let folder: string
  let ca: string
  let port: number
  let instances: Bun.Server<undefined>[] = []
  let caddy: Awaited<ReturnType<typeof startCaddy>>
  let reached: string[] = []
  let received = new Headers()
  /** Instances whose readiness Caddy has asked for. */
  const checked = new Set<Bun.Server<undefined>>()

  /** Never answers `/slow`, so that only the client's body decides how that request ends. */
  const startInstance = (at = 0) =>
    Bun.serve({
      port: at,
      hostname: '127.0.0.1',
      fetch: async (request, server) => {
        const { pathname } = new URL(request.url)
        reached.push(pathname)
        if (pathname === '/readyz') checked.add(server)
        else received = request.headers
        // Only the second instance is of this build.
        if (pathname.endsWith('/new.js') && server !== instances[1]) {
          return new Response('not here', { status: 404, headers: { 'x-own': 'kept' } })
        }
        if (pathname === '/slow') await Promise.withResolvers<void>().promise
        return new Response('')
      },
    })

  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(`https://${NAME}:${port}${path}`, { method, tls: { ca } })).status

  /** Sends bytes on a connection of their own. @returns the first line of the reply */
  async function send(bytes: string): Promise<string> {
    const socket = connect({ host: '127.0.0.1', port, servername: NAME, ca })
    socket.write(bytes)
    const [line = ''] = (await text(socket)).split('\r\n')
    return line
  }

  beforeAll(async () => {
    folder = await createAuthority()
    ca = readFileSync(rootOf(folder), 'utf8')
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Starts Caddy with the shipped Caddyfile and what an operator adds to it. */
  async function startFront(addTo = (shipped: string) => shipped): Promise<void> {
    port = await freePort()
    const [first, second] = instances.map((instance) => `127.0.0.1:${instance.port}`)
    caddy = await startCaddy({
      folder,
      caddyfile: addTo(await Bun.file(fromRoot('deploy', 'Caddyfile')).text()),
      environment: { PUBLIC_URL: `https://${NAME}:${port}` },
      upstreams: { 'app-1:3000': first ?? '', 'app-2:3000': second ?? '' },
      httpPort: await freePort(),
    })
    await eventually(async () => (await statusOf('/').catch(() => null)) === 200)
    reached = []
  }

  beforeEach(async () => {
    instances = Array.from({ length: 2 }, () => startInstance())
    await startFront()
  }, 60_000)
  afterEach(async () => {
    await caddy?.stop()
    await Promise.all(instances.map((instance) => instance.stop(true)))
  })

  test('bodies that clients malform take no instance out of service', async () => {
    const head = `Host: ${NAME}:${port}\r\nConnection: close\r\nTransfer-Encoding: chunked`
    const malformed = () => send(`POST /slow HTTP/1.1\r\n${head}\r\n\r\nZ\r\n`)
    // One for each instance.
    const replies = [await malformed(), await malformed()]
    const others = await Promise.all(Array.from({ length: 20 }, () => statusOf('/', 'POST')))
    expect(others).toEqual(Array(20).fill(200))
    expect(replies).toEqual(Array(2).fill('HTTP/1.1 502 Bad Gateway'))
  }, 60_000)

  test('a GET with a body, which can be malformed, is sent to one instance at most', async () => {
    const client = connectHttp2(`https://127.0.0.1:${port}`, { servername: NAME, ca })
    const stream = client.request(
      { ':authority': `${NAME}:${port}`, ':path': '/slow', 'content-length': '9' },
      { endStream: false },
    )
    const status = Promise.withResolvers<unknown>()
    stream.once('response', (headers) => status.resolve(headers[':status']))
    stream.once('error', status.reject)
    stream.end('short')
    expect(await status.promise).toBe(502)
    client.destroy()
    // None if the end of the body is there before a connection to an instance is.
    expect(reached.filter((path) => path === '/slow').length).toBeLessThanOrEqual(1)
  }, 60_000)

  test('a client chooses neither the request id nor the trace that the server believes of a proxy', async () => {
    const headers = { 'x-request-id': 'chosen-outside', traceparent: '00-1-1-01' }
    await fetch(`https://${NAME}:${port}/`, { headers, tls: { ca } })
    expect(received.get('x-forwarded-for')).toMatch(/^(127\.0\.0\.1|::1)$/)
    expect(Object.keys(headers).filter((name) => received.has(name))).toEqual([])
  }, 60_000)

  test('behind a CDN whose ranges both files name, the client is the last address before them', async () => {
    await caddy.stop()
    // This machine is the CDN.
    await startFront((shipped) =>
      shipped.replace(
        '(outside_headers) {',
        '(outside_headers) {\n\ttrusted_proxies 127.0.0.1 ::1',
      ),
    )
    const headers = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' }
    await fetch(`https://${NAME}:${port}/`, { headers, tls: { ca } })
    const { services } = await readComposeFile(fromRoot('deploy', 'compose.yaml'), {
      PUBLIC_URL: 'https://tidemark.example',
      POSTGRES_PASSWORD: 'secret',
      TRUSTED_PROXIES: '127.0.0.1, ::1',
    })
    const { trustedProxies } = readConfig({
      TRUSTED_PROXIES: services['app-1']?.environment?.TRUSTED_PROXIES,
    })
    const findClient = createClientFinder(trustedProxies)
    const peer = services.caddy?.networks?.default?.ipv4_address ?? ''
    expect(findClient(peer, received.get('x-forwarded-for')).address).toBe('198.51.100.7')
  }, 60_000)

  test('a file of a build that one instance has not yet is taken from the other one', async () => {
    const paths = Array<string>(4).fill('/assets/new.js')
    expect(await Promise.all(paths.map((path) => statusOf(path)))).toEqual(Array(4).fill(200))
  }, 60_000)

  test('any other refusal is passed on as it is', async () => {
    await instances[1]?.stop(true)
    const reply = await fetch(`https://${NAME}:${port}/api/new.js`, { tls: { ca } })
    expect([reply.status, reply.headers.get('x-own'), await reply.text()]).toEqual([
      404,
      'kept',
      'not here',
    ])
  }, 60_000)

  test('instances that restart one after another lose no request', async () => {
    const statuses: number[] = []
    for (const [index, instance] of instances.entries()) {
      const { port: at } = instance
      await instance.stop(true)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => statusOf('/')))))
      const restarted = startInstance(at)
      instances[index] = restarted
      await eventually(() => checked.has(restarted))
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  }, 60_000)
})

test('the log of Caddy tells of a failed request, but not whose it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-caddy-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const file = join(folder, 'Caddyfile')
  const shipped = await Bun.file(fromRoot('deploy', 'Caddyfile')).text()
  // Its port is fixed.
  await Bun.write(file, shipped.replace('{\n', '{\n\tadmin off\n'))
  const caddy = Bun.spawn(['caddy', 'run', '--config', file], {
    env: {
      ...process.env,
      PUBLIC_URL: url,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stderr: 'pipe',
  })
  const log = new Response(caddy.stderr).text()
  try {
    // No instance answers to the names of the composition.
    const fail = () => fetch(`${url}/?visitor`, { headers: { 'user-agent': 'visitor' } })
    await eventually(async () => (await fail().catch(() => null))?.status === 503)
  } finally {
    caddy.kill()
    await caddy.exited
    rmSync(folder, { recursive: true, force: true })
  }
  expect(await log).toContain('"logger":"http.log.error"')
  expect(await log).not.toMatch(/visitor|remote_ip|client_ip/)
}, 60_000)
