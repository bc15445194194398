import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { testServerUrl } from '#tests/support/test-database.ts'

const ROOT = resolve(import.meta.dir, '../..')

/** Starts a server in its own process, sends one request and prints whether the SDK was loaded. */
const SCRIPT = `
  import { startTestServer } from '#tests/support/test-server.ts'
  const endpoint = process.argv[1]
  const server = await startTestServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
  const reply = await server.api.raw('GET', '/votes?page=2')
  await server.stop()
  // @opentelemetry/api alone is a no-op dependency of prom-client.
  const modules = Object.keys(require.cache).filter((path) =>
    /@opentelemetry\\/(?!api\\/)|infrastructure\\/tracing\\/start-tracing/.test(path),
  )
  const headers = [...reply.headers.keys()].filter((name) => name.startsWith('trace'))
  console.log(JSON.stringify({ status: reply.status, isLoaded: modules.length > 0, headers }))
`

async function run(endpoint: string): Promise<unknown> {
  const child = Bun.spawn([process.execPath, '--no-env-file', '-e', SCRIPT, endpoint], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      TEST_DATABASE_URL: testServerUrl ?? '',
      TEST_DATABASE_IMAGE: process.env.TEST_DATABASE_IMAGE ?? '',
      TEST_DATABASE_TEMPLATE: process.env.TEST_DATABASE_TEMPLATE ?? '',
    },
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(errors)
  return JSON.parse(out)
}

test('loads no tracing code without a collector', async () => {
  expect(await run('')).toEqual({ status: 200, isLoaded: false, headers: [] })
}, 180_000)

test('loads it with one, which shows that the check works', async () => {
  expect(await run('http://127.0.0.1:9')).toEqual({ status: 200, isLoaded: true, headers: [] })
}, 180_000)
