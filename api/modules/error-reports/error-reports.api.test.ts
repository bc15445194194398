import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { ERROR_REPORTS_PATH } from '#shared/contract/endpoints.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startSentryStandIn } from '#tests/support/sentry-stand-in.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { REPORT } from './error-report.fixture.ts'

const KEY = 'f00dfeedf00dfeedf00dfeedf00dfeed'

async function post(server: TestServer, body: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(server.url + ERROR_REPORTS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: reply.status, headers: reply.headers, body: await reply.json() }
}

async function counted(server: TestServer, platform = 'web', kind = 'error'): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const name = `tidemark_client_errors_total{platform="${platform}",kind="${kind}"} `
  const line = text.split('\n').find((each) => each.startsWith(name)) ?? `${name}NaN`
  return Number(line.slice(name.length))
}

describe('errors of clients', () => {
  let server: TestServer
  let sentry: Awaited<ReturnType<typeof startSentryStandIn>>
  beforeAll(async () => {
    sentry = await startSentryStandIn()
    server = await startTestServer({
      environment: {
        CLIENT_ERRORS_TRACKER: `http://${KEY}@${sentry.host}/42`,
        LOG_LEVEL: 'silent',
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    sentry.stop()
  })

  test('begin at zero for each platform and kind', async () => {
    expect(await counted(server, 'desktop', 'crash')).toBe(0)
    expect(await counted(server, 'web', 'render')).toBe(0)
  })

  test('are counted, logged once an hour and forwarded, scrubbed by the server too', async () => {
    const lines: unknown[] = []
    const warn = spyOn(server.infrastructure.log, 'warn').mockImplementation((line: unknown) => {
      if (JSON.stringify(line).includes('clientError')) lines.push(line)
    })
    const secret = {
      ...REPORT,
      message: 'mina@example.com at /vote/view/123?token=abcd "my draft"',
    }
    const address = { 'x-forwarded-for': '203.0.113.9', cookie: 'a=b' }
    expect((await post(server, { reports: [secret, secret] }, address)).status).toBe(200)
    await eventually(() => sentry.envelopes.length === 1)
    // The tracker may not have read the reply yet, and then it waits in vain.
    server.clock.advance(HOUR_MS)
    expect((await post(server, { reports: [secret] })).status).toBe(200)
    warn.mockRestore()
    expect(await counted(server)).toBe(3)
    const message = '[e-mail] at /vote/view/:id "…"'
    expect(lines).toEqual([
      { fingerprint: expect.any(String), count: 1, clientError: { ...REPORT, message } },
      { fingerprint: expect.any(String), count: 2, clientError: { ...REPORT, message } },
    ])
    expect(sentry.envelopes[0]?.event.exception.values[0]?.value).toBe(message)
    expect(sentry.requests[0]?.path).toBe('/api/42/envelope/')
  })

  test('are taken from guests of the web and the desktop app', async () => {
    const origin = { origin: 'app://tidemark' }
    const asked = await fetch(server.url + ERROR_REPORTS_PATH, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(asked.headers.get('access-control-allow-origin')).toBe('app://tidemark')
    const report = { ...REPORT, platform: 'desktop', kind: 'crash', name: 'WindowProcessEnded' }
    const { status, headers } = await post(server, { reports: [report] }, origin)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'app://tidemark'])
    expect(await counted(server, 'desktop', 'crash')).toBe(1)
  })

  test.each(['dnt', 'sec-gpc'])('are not recorded with %s', async (signal) => {
    const before = await counted(server)
    expect((await post(server, { reports: [REPORT] }, { [signal]: '1' })).status).toBe(200)
    expect(await counted(server)).toBe(before)
  })

  test('of more than 8 kB are refused', async () => {
    const long = { ...REPORT, stack: 'a'.repeat(4_000) }
    expect((await post(server, { reports: [long] })).status).toBe(200)
    expect((await post(server, { reports: [long, long, long] })).status).toBe(413)
  })
})

describe('the switch', () => {
  let server: TestServer | undefined
  afterEach(() => server?.stop())

  test('CLIENT_ERRORS=off refuses reports, and clients read it', async () => {
    server = await startTestServer({ environment: { CLIENT_ERRORS: 'off' } })
    const site = await fetch(`${server.url}/api/v1/site`)
    expect(await site.json()).toMatchObject({ clientErrors: false })
    expect(await post(server, { reports: [REPORT] })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
    expect(await counted(server)).toBe(0)
  })
})
