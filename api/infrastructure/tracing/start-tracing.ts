import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
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
import { type Config, productVersion } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'
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
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': productVersion(),
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
  /** The current span; the mutable store of a request receives its span after it was entered. */
  const storage = new AsyncLocalStorage<{ context: Context }>()

  const inSpan = async <T>(name: string, options: SpanOptions, work: () => Promise<T>) => {
    const parent = storage.getStore()?.context ?? ROOT_CONTEXT
    const span = tracer.startSpan(name, options, parent)
    try {
      return await storage.run({ context: trace.setSpan(parent, span) }, work)
    } catch (error) {
      // Without the message: PostgreSQL's messages quote values.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    inSpan: (name, work) => inSpan(name, {}, work),
    statement: (text, run) => {
      const summary = statementSummary(text)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
      return inSpan(summary, { kind: SpanKind.CLIENT, attributes }, run)
    },
    run: (handle) => storage.run({ context: ROOT_CONTEXT }, handle),
    startRequest(method, traceparent) {
      const store = storage.getStore()
      if (!store) return
      const carrier = traceparent === null ? {} : { traceparent }
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
      store.context = trace.setSpan(
        parent,
        tracer.startSpan(labelOf(method), { kind: SpanKind.SERVER }, parent),
      )
    },
    endRequest({ method, route, status, requestId, errorCode }) {
      const span = trace.getSpan(storage.getStore()?.context ?? ROOT_CONTEXT)
      if (!span) return
      span.updateName(`${labelOf(method)} ${route}`)
      span.setAttributes({
        'http.request.method': labelOf(method),
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

/** More than the number of statements in the program. */
const SUMMARIES_MAX = 2_000
const summaries = new Map<string, string>()

/** The first table of a statement. */
const TARGET = /\b(?:INTO|UPDATE|FROM|JOIN)\s+(?:"?\w+"?\.)?"?([a-z_]\w*)"?/i

/** Verb and first table of a statement, such as `INSERT vote`: never a literal of its text. */
export function statementSummary(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) {
    const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const table = TARGET.exec(text)?.[1]
    summary = table === undefined ? verb : `${verb} ${table}`
    if (summaries.size < SUMMARIES_MAX) summaries.set(text, summary)
  }
  return summary
}
