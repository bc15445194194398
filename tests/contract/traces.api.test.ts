import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { VoteSummary } from '#shared/contract/summary.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type OtlpCollector, startCollector } from '#tests/support/otlp-collector.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`

let collector: OtlpCollector
let server: TestServer
let mina: Person

beforeAll(async () => {
  collector = startCollector()
  server = await startTestServer({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_SERVICE_NAME: 'tidemark-test',
    },
  })
  mina = await server.person('Mina')
})
afterAll(async () => {
  await server.stop()
  await collector.stop()
})

/** An address whose replies are not cached: each has a span. */
const ROUTED = '/candles?limit=7'

/** The span of the request with this id. */
async function requestSpan(id: string | null, from = collector) {
  const find = () => from.spans().find(({ attributes }) => attributes['tidemark.request_id'] === id)
  await eventually(() => find() !== undefined, { what: `the span of request ${id}` })
  return find()
}

describe('a vote', () => {
  test('is one span, which is all of it', async () => {
    const { target2 } = await server.api.get(VoteSummary, '/vote/summary')
    const content = '<p>my <b>own</b> words</p>'
    const body = { targetDate: target2.targetDate, vote: 'up', content }
    const reply = await mina.api.raw('POST', '/votes?note=in-the-query', { body })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('traceparent')).toBeNull()
    const request = await requestSpan(reply.headers.get('x-request-id'))
    expect(request).toMatchObject({
      name: 'POST /api/v1/votes',
      kind: 2,
      attributes: {
        'service.name': 'tidemark-test',
        'http.request.method': 'POST',
        'http.route': '/api/v1/votes',
        'http.response.status_code': '200',
      },
    })
    expect(request?.parentSpanId ?? '').toBe('')
    const trace = collector.spans().filter(({ traceId }) => traceId === request?.traceId)
    expect(trace).toHaveLength(1)
  })

  test('records the error code when rejected', async () => {
    const reply = await server.api.raw('POST', '/votes', { body: {} })
    const span = await requestSpan(reply.headers.get('x-request-id'))
    expect(span?.attributes).toMatchObject({
      'http.response.status_code': '401',
      'error.type': 'NOT_SIGNED_IN',
    })
  })

  test('exports no secret, text or value', () => {
    const sent = collector.everything()
    for (const secret of [mina.token, mina.refreshToken, 'own', 'words', 'in-the-query', 'Mina']) {
      expect([secret, sent.includes(secret)]).toEqual([secret, false])
    }
    expect(sent.toLowerCase()).not.toContain('bearer')
  })
})

describe('a trace context from the caller', () => {
  const request = async (from: TestServer, traceparent: string) => {
    const reply = await from.api.raw('GET', ROUTED, { headers: { traceparent } })
    return requestSpan(reply.headers.get('x-request-id'))
  }

  test('is ignored from an untrusted client', async () => {
    const span = await request(server, TRACEPARENT)
    expect(span?.traceId).not.toBe(TRACE)
    expect(span?.parentSpanId ?? '').toBe('')
  })

  test('is continued from a trusted proxy unless malformed', async () => {
    const trusting = await startTestServer({
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        TRUSTED_PROXIES: '127.0.0.1',
      },
    })
    try {
      const malformed = ['', `00-${TRACE}`, `ff-${TRACE}-${PARENT}-01`, '<script>', TRACE]
      const [continued, ...others] = await Promise.all(
        [TRACEPARENT, ...malformed].map((header) => request(trusting, header)),
      )
      expect(continued).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
      expect(others.map((span) => span?.traceId === TRACE)).toEqual(malformed.map(() => false))
    } finally {
      await trusting.stop()
    }
  })
})

describe('a failing collector', () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ['refuses', () => new Response('no', { status: 400 })],
    ['never replies', () => new Promise(() => {})],
  ])('that %s delays neither requests nor shutdown', async (_how, answer) => {
    const failing = startCollector(answer)
    const own = await startTestServer({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: failing.endpoint },
    })
    for (let count = 0; count < 20; count++) {
      expect((await own.api.raw('GET', ROUTED)).status).toBe(200)
    }
    await eventually(() => failing.spans().length >= 20)
    const since = performance.now()
    await own.stop()
    expect(performance.now() - since).toBeLessThan(10_000)
    await failing.stop()
  })

  test('that is unreachable delays no request and is counted in the metrics', async () => {
    const own = await startTestServer({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    })
    expect((await own.api.raw('GET', ROUTED)).status).toBe(200)
    const lost = async () => {
      const text = await (await fetch(`${own.url}/metrics`)).text()
      return Number(/^tidemark_trace_spans_lost_total (\d+)$/m.exec(text)?.[1])
    }
    await eventually(async () => (await lost()) > 0, { what: 'a span counts as lost' })
    await own.stop()
  }, 180_000)
})

test('receives the remaining spans at shutdown', async () => {
  const own = await startTestServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
  })
  const reply = await own.api.raw('GET', ROUTED)
  await own.stop()
  const id = reply.headers.get('x-request-id')
  const ids = collector.spans().map(({ attributes }) => attributes['tidemark.request_id'])
  expect(ids).toContain(id ?? 'none')
})
