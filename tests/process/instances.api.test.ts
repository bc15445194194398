import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freePort, freePortPair } from '#build/setup/free-port.mjs'
import { apiClient } from '#tests/support/api-client.ts'
import { type ChildPlace, type ChildServer, childPlace } from '#tests/support/child-server.ts'
import { serverClient, signIn } from '#tests/support/sign-in.ts'
import { testServerUrl } from '#tests/support/test-database.ts'

// The embedded database belongs to one process.
describe.skipIf(testServerUrl === null)('two instances on one port', () => {
  interface Instance {
    child: ChildServer
    metrics: string
  }

  let place: ChildPlace
  let port: number
  let url: string
  const instances: Instance[] = []

  const startInstance = async (): Promise<Instance> => {
    const metricsPort = await freePort()
    const child = place.start({
      PORT: `${port}`,
      REUSE_PORT: '1',
      METRICS_PORT: `${metricsPort}`,
    })
    await child.url
    return { child, metrics: `http://127.0.0.1:${metricsPort}` }
  }

  beforeAll(async () => {
    place = await childPlace()
    port = await freePortPair()
    url = `http://127.0.0.1:${port}`
    for (let count = 0; count < 2; count++) instances.push(await startInstance())
  }, 180_000)
  afterAll(() => place.dispose())

  const nth = (index: number): Instance => {
    const instance = instances[index]
    if (!instance) throw new Error(`there is no instance ${index}`)
    return instance
  }

  /** One request on a connection of its own, so that either instance may get it. */
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers: { ...headers, connection: 'close' } })

  /** How many summaries an instance has served, by its own metrics. */
  const served = async ({ metrics }: Instance): Promise<number> => {
    const text = await (await fetch(`${metrics}/metrics`)).text()
    const counts = text.matchAll(/^tidemark_http_requests_total\{route="unknown".*\} (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }

  test('serve side by side, and each metrics port counts the requests of its own instance', async () => {
    let sent = 0
    const counts = () => Promise.all(instances.map(served))
    while ((await counts()).some((count) => count === 0)) {
      await Promise.all(Array.from({ length: 20 }, () => get('/api/v1/no-such-route')))
      sent += 20
      if (sent > 2_000) throw new Error(`only one instance serves: ${await counts()}`)
    }
    const [one = 0, other = 0] = await counts()
    expect(one + other).toBe(sent)
  })

  test('answer health checks on their metrics port, and nothing else', async () => {
    for (const { metrics } of instances) {
      expect((await fetch(`${metrics}/livez`)).status).toBe(200)
      expect((await fetch(`${metrics}/readyz`)).status).toBe(200)
      expect((await fetch(`${metrics}/api/v1/vote/summary`)).status).toBe(404)
      expect((await fetch(`${metrics}/metrics`, { method: 'POST' })).status).toBe(405)
      const proxied = await fetch(`${metrics}/metrics`, { headers: { 'x-forwarded-for': '::1' } })
      expect(proxied.status).toBe(404)
    }
  })

  test('accept sign-ins and sessions of each other', async () => {
    const { issuer } = await apiClient(url).authConfig()
    for (const name of ['Mina', 'Jun', 'Ada']) {
      const { idToken } = await signIn(issuer, serverClient(url), name)
      const { token } = await apiClient(url).signIn(idToken)
      for (let count = 0; count < 4; count++) {
        const reply = await get('/api/v1/profile', { authorization: `Bearer ${token}` })
        expect(reply.status).toBe(200)
      }
    }
  })

  test('lose no request when one is stopped and started again', async () => {
    let isOver = false
    let answered = 0
    const lost: string[] = []
    /** Retries once on a connection error, as proxies do: closing a port resets its accept queue. */
    const client = async () => {
      while (!isOver) {
        const reply = await get('/api/v1/vote/summary').catch(() => get('/api/v1/vote/summary'))
        if (reply.status === 200) answered += 1
        else lost.push(`${reply.status}`)
        await reply.arrayBuffer()
      }
    }
    const clients = Array.from({ length: 4 }, () =>
      client().catch((error) => lost.push(`${error}`)),
    )
    const { child } = nth(1)
    child.signal('SIGTERM')
    expect(await child.exited).toBe(0)
    const atStop = answered
    instances[1] = await startInstance()
    isOver = true
    await Promise.all(clients)
    expect(lost).toEqual([])
    expect(answered).toBeGreaterThan(atStop)
  })

  test('are independent: after kill -9 of one, the other serves', async () => {
    const { child } = nth(0)
    child.signal('SIGKILL')
    await child.exited
    for (let count = 0; count < 50; count++) expect((await get('/livez')).status).toBe(200)
  })

  test('serve metrics at the port of each alone, since the shared one is the public one', async () => {
    expect((await get('/metrics')).status).toBe(404)
  })

  test('refuse a metrics port that is taken, and the running instance keeps serving', async () => {
    const taken = new URL(nth(1).metrics).port
    const child = place.start({ PORT: `${port}`, REUSE_PORT: '1', METRICS_PORT: taken })
    expect(await child.exited).toBe(1)
    expect(child.output().errors.trimEnd()).toBe(
      `Port ${taken} of 127.0.0.1 is in use. Stop what uses it, or set METRICS_PORT to another.`,
    )
    expect((await get('/livez')).status).toBe(200)
  })
})

test('a removed or impossible setting stops the start with one line', async () => {
  const place = await childPlace({ serverUrl: null, isEmpty: true })
  try {
    const refused = async (environment: Record<string, string>) => {
      const child = place.start(environment)
      expect(await child.exited).toBe(1)
      return child.output().errors
    }
    expect(await refused({ PROCESSES: '2' })).toBe(
      'PROCESSES was removed: start several instances with REUSE_PORT=1.\n',
    )
    expect(await refused({ REUSE_PORT: '1' })).toBe('REUSE_PORT needs DATABASE_URL.\n')
  } finally {
    await place.dispose()
  }
})
