import { afterEach, beforeEach, describe, expect, mock, test } from 'bun:test'
import { readDsn } from '#api/infrastructure/setting-urls.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startRefusingProxy } from '#tests/support/refusing-proxy.ts'
import { startSentryStandIn } from '#tests/support/sentry-stand-in.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { REPORT } from './error-report.fixture.ts'
import { createTracker, QUEUE_MAX } from './tracker.ts'

const KEY = 'f00dfeedf00dfeedf00dfeedf00dfeed'
const SENDER = new URL('../../../tests/support/tracker-process.ts', import.meta.url).pathname
const NOW = '2026-11-21T02:30:00.000Z'
const notice = { fingerprint: 'a'.repeat(32), count: 3 }

let sentry: Awaited<ReturnType<typeof startSentryStandIn>>
let clock: TestClock
let warn: ReturnType<typeof mock<(...line: unknown[]) => void>>
beforeEach(async () => {
  sentry = await startSentryStandIn()
  clock = testClock(NOW)
  warn = mock(() => {})
})
afterEach(() => sentry.stop())

function trackerOf(dsn: string) {
  const address = readDsn(dsn)
  if (!address) throw new Error('not a DSN')
  const tracker = createTracker({ address, clock, log: { warn } })
  return (report = REPORT) => tracker.send({ report, notice })
}
const start = () => trackerOf(`http://${KEY}@${sentry.host}/prefix/42`)
const received = (count: number) => eventually(() => sentry.requests.length === count)
const warned = () => eventually(() => warn.mock.calls.length === 1)

test('an event is an envelope by the documentation, with the key in its header', async () => {
  start()()
  await eventually(() => sentry.envelopes.length === 1)
  expect(sentry.requests).toEqual([
    {
      path: '/prefix/api/42/envelope/',
      auth: expect.stringMatching(
        new RegExp(`^Sentry sentry_version=7, sentry_client=tidemark/[\\d.]+, sentry_key=${KEY}$`),
      ),
      type: 'application/x-sentry-envelope',
    },
  ])
  const [{ header, event } = { header: null, event: null }] = sentry.envelopes
  expect(header?.sent_at).toBe(NOW)
  expect(event).toMatchObject({
    timestamp: Date.parse(NOW) / 1000,
    level: 'error',
    release: 'tidemark@1.2.3',
    transaction: '/vote/view/:id',
    fingerprint: [notice.fingerprint],
    tags: { platform: 'web', kind: 'error', locale: 'ko-KR' },
    extra: { reports: 3 },
  })
  expect(event?.exception.values).toEqual([
    {
      type: 'TypeError',
      value: REPORT.message,
      mechanism: { type: 'error', handled: false },
      stacktrace: {
        // Oldest first.
        frames: [
          {
            function: '?',
            filename: 'https://tidemark.example/assets/index-b2.js',
            lineno: 3,
            colno: 4,
            in_app: true,
          },
          {
            function: 'cast',
            filename: 'https://tidemark.example/assets/vote-a1.js',
            lineno: 1,
            colno: 2345,
            in_app: true,
          },
        ],
      },
    },
  ])
})

test('frames of Firefox are parsed, and a stack without places is sent as it is', async () => {
  const send = start()
  send({ ...REPORT, stack: 'cast@app://tidemark/assets/a.js:1:20' })
  send({ ...REPORT, kind: 'crash', message: '한글 🌊', stack: 'at Array.map (<anonymous>)' })
  await eventually(() => sentry.envelopes.length === 2)
  const [first, second] = sentry.envelopes.map(({ event }) => event)
  expect(first?.exception.values[0]?.stacktrace?.frames).toMatchObject([
    { function: 'cast', filename: 'app://tidemark/assets/a.js', lineno: 1, colno: 20 },
  ])
  expect(second).toMatchObject({ level: 'fatal', extra: { stack: 'at Array.map (<anonymous>)' } })
  expect(second?.exception.values[0]).not.toHaveProperty('stacktrace')
})

describe('a failing tracker', () => {
  test('is left alone for a minute, or as long as it asks, and its key is not logged', async () => {
    const send = start()
    sentry.answer = 429
    sentry.retryAfter = '90'
    send()
    await warned()
    sentry.answer = 200
    for (const [milliseconds, requests] of [
      [MINUTE_MS, 1],
      [29_999, 1],
      [1, 2],
    ] as const) {
      clock.advance(milliseconds)
      send()
      await received(requests)
    }
    await eventually(() => sentry.envelopes.length === 1)
    expect(sentry.requests).toHaveLength(2)
    expect(warn.mock.calls).toEqual([
      [{ host: sentry.host, reason: 'status 429' }, 'the error tracker took no report'],
    ])
  })

  test('that does not answer costs one request and a bounded queue', async () => {
    sentry.answer = null
    const send = start()
    for (let count = 0; count < 3 * QUEUE_MAX; count++) send()
    await received(1)
    clock.advance(5_000)
    await warned()
    expect(sentry.requests).toHaveLength(1)
    expect(JSON.stringify(warn.mock.calls)).toContain('no reply in time')
  })

  test('that is away or redirects is named without key', async () => {
    sentry.answer = 302
    start()()
    await warned()
    const { host } = sentry
    sentry.stop()
    trackerOf(`http://${KEY}@${host}/42`)()
    await eventually(() => warn.mock.calls.length === 2)
    expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
      { host, reason: 'status 302' },
      { host, reason: 'no connection' },
    ])
  })
})

test('the queue holds a bounded number of events while one is sent', async () => {
  const send = start()
  for (let count = 0; count < 3 * QUEUE_MAX; count++) send()
  await received(QUEUE_MAX + 1)
  expect(sentry.envelopes.length).toBeGreaterThanOrEqual(QUEUE_MAX)
})

test('the outgoing proxy of the environment is used', async () => {
  const proxy = await startRefusingProxy()
  const child = Bun.spawn([process.execPath, SENDER], {
    env: { ...process.env, HTTPS_PROXY: proxy.url, NO_PROXY: '' },
    stdout: 'pipe',
  })
  expect(await new Response(child.stdout).text()).toContain('took no report')
  expect(proxy.lines).toEqual(['CONNECT tracker.invalid:443 HTTP/1.1'])
  proxy.close()
})
