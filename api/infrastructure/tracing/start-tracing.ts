import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { productVersion } from '#api/infrastructure/product-version.ts'
import type { Tracing } from './tracing.ts'

const SEND_EVERY_MS = 1_000
const SEND_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 1_000
const WARN_EVERY_MS = 60_000
/** Further spans are dropped, so that an unreachable collector costs no memory. */
const QUEUE_MAX = 4_096
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const propagator = new W3CTraceContextPropagator()

/** Other methods come from the client and would be unbounded. */
const labelOf = (method: string) => (METHODS.has(method) ? method : '_OTHER')

/**
 * Exports spans to an OpenTelemetry collector. Uses no global provider or context, so that tests can
 * run several servers in one process.
 */
export function startTracing(
  { endpoint, serviceName }: NonNullable<Config['tracing']>,
  clock: Clock,
  log: Log,
): Tracing {
  const url = `${endpoint}/v1/traces`
  const otlp = new OTLPTraceExporter({ url, timeoutMillis: SEND_LIMIT_MS })
  const exporter = createCountingExporter(otlp, clock, log)
  const { version, commit } = productVersion()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': `${version}+${commit}`,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: QUEUE_MAX,
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('tidemark')
  const spans = new WeakMap<Request, Span>()

  return {
    startRequest(request, traceparent) {
      const carrier = traceparent === null ? {} : { traceparent }
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
      const options = { kind: SpanKind.SERVER }
      spans.set(request, tracer.startSpan(labelOf(request.method), options, parent))
    },
    endRequest(request, { route, status, requestId, errorCode }) {
      const span = spans.get(request)
      if (!span) return
      const method = labelOf(request.method)
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'tidemark.request_id': requestId,
        ...(errorCode !== undefined && { 'error.type': errorCode }),
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    stats: exporter.stats,
    async stop() {
      // Elysia calls onAfterResponse, which ends the span of a request, in an immediate.
      await new Promise((resolve) => setImmediate(resolve))
      const late = new Promise<void>((resolve) => {
        AbortSignal.timeout(STOP_LIMIT_MS).addEventListener('abort', () => resolve())
      })
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}

/** Counts exported and lost spans, and logs a failing collector once a minute at most. */
function createCountingExporter(
  inner: OTLPTraceExporter,
  clock: Clock,
  log: Log,
): SpanExporter & { stats(): { sent: number; lost: number } } {
  let sent = 0
  let lost = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  const countLost = (spans: ReadableSpan[], error: unknown) => {
    lost += spans.length
    if (clock.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = clock.now()
    // Only the message: the error object may contain headers for the collector.
    const reason = error instanceof Error ? error.message : 'refused'
    log.warn({ reason, lost }, 'spans could not be exported')
  }
  return {
    export(spans, done) {
      inner.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) sent += spans.length
        else countLost(spans, result.error)
        done(result)
      })
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
    stats: () => ({ sent, lost }),
  }
}
