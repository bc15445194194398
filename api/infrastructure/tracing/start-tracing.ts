import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
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
import type { RequestFigures, Tracing } from './tracing.ts'

const SEND_EVERY_MS = 1_000
const SEND_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 1_000
const WARN_EVERY_MS = 60_000
/** Further spans are dropped, so that an unreachable collector costs no memory. */
const QUEUE_MAX = 4_096
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Names a request's span and sets its attributes. */
function describe(span: Span, method: string, status: number, figures: RequestFigures): void {
  const { route, requestId, refusal } = figures
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'tidemark.request_id': requestId,
  })
  if (refusal !== undefined) span.setAttribute('error.type', refusal)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

const propagator = new W3CTraceContextPropagator()

/** The context of a `traceparent` header; the root for none or a malformed one. */
function remoteParent(traceparent: string | null): Context {
  if (traceparent === null) return ROOT_CONTEXT
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
}

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
  const here = new AsyncLocalStorage<Context>()
  const requests = new AsyncLocalStorage<{ read?: () => RequestFigures }>()

  const within = async <T>(
    name: string,
    options: SpanOptions,
    parent: Context,
    work: (span: Span) => Promise<T>,
  ): Promise<T> => {
    const span = tracer.startSpan(name, options, parent)
    try {
      return await here.run(trace.setSpan(parent, span), () => work(span))
    } catch (error) {
      // Without the message: PostgreSQL's messages quote values.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
  const current = () => here.getStore() ?? ROOT_CONTEXT

  return {
    inSpan: (name, work) => within(name, {}, current(), work),
    statement: (text, run) => {
      const summary = statementSummary(text)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
      return within(summary, { kind: SpanKind.CLIENT, attributes }, current(), run)
    },
    request(method, parent, handle) {
      const label = METHODS.has(method) ? method : '_OTHER'
      const parentContext = remoteParent(parent)
      const span = tracer.startSpan(label, { kind: SpanKind.SERVER }, parentContext)
      const request: { read?: () => RequestFigures } = {}
      const context = trace.setSpan(parentContext, span)
      return requests.run(request, () =>
        here.run(context, async () => {
          const response = await handle()
          if (!request.read) return response
          const status = response instanceof Response ? response.status : 101
          describe(span, label, status, request.read())
          span.end()
          return response
        }),
      )
    },
    describeRequest(read) {
      const request = requests.getStore()
      if (request) request.read = read
    },
    stats: exporter.stats,
    async stop() {
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
