import { afterAll, beforeEach, expect, test } from 'bun:test'
import { fromRoot } from './project.mjs'

/** Hosts that were requested through the proxy. */
const proxied: (string | null)[] = []
const proxy = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    proxied.push(request.headers.get('host'))
    return new Response('of the proxy')
  },
})
beforeEach(() => proxied.splice(0))
afterAll(() => proxy.stop(true))

/** Makes the environment for Bun in Node, as the scripts do, and fetches the addresses in it. */
async function fetchWithBun(addresses: string[], environment: Record<string, string> = {}) {
  const script = `
    import { spawnSync } from 'node:child_process'
    import { envWithBun } from ${JSON.stringify(fromRoot('build', 'setup', 'project.mjs'))}
    const [bun, ...addresses] = process.argv.slice(1)
    const env = envWithBun(bun)
    const code = 'for (const address of process.argv.slice(1)) await fetch(address).catch(() => {})'
    spawnSync(bun, ['--no-env-file', '-e', code, ...addresses], { env })
    console.log(JSON.stringify([env.NO_PROXY, env.no_proxy]))`
  const args = ['--input-type=module', '-e', script, '--', process.execPath, ...addresses]
  const env = { PATH: process.env.PATH ?? '', ...environment }
  const child = Bun.spawn(['node', ...args], { env })
  const names: unknown = JSON.parse(await new Response(child.stdout).text())
  return names
}

const LOOPBACK = '127.0.0.1,localhost,[::1]'

test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])(
  'Bun reaches servers on this machine past the proxy of %s',
  async (name) => {
    // Nothing listens on port 9; only what the proxy sees matters.
    const local = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:9/`)
    const proxyUrl = `http://127.0.0.1:${proxy.port}`
    await fetchWithBun([...local, 'http://exchange.example/'], { [name]: proxyUrl })
    expect(proxied).toEqual(['exchange.example'])
  },
)

test.each([
  [{}, LOOPBACK, LOOPBACK],
  [{ NO_PROXY: 'a.example' }, `a.example,${LOOPBACK}`, `a.example,${LOOPBACK}`],
  [{ no_proxy: 'b.example' }, `b.example,${LOOPBACK}`, `b.example,${LOOPBACK}`],
  [{ NO_PROXY: 'a.example', no_proxy: '' }, `a.example,${LOOPBACK}`, `a.example,${LOOPBACK}`],
  [{ NO_PROXY: 'a.example', no_proxy: '*' }, `a.example,${LOOPBACK}`, '*'],
])('preserves the exemptions of %j', async (given, upper, lower) => {
  expect(await fetchWithBun([], given)).toEqual([upper, lower])
})
