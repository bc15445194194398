import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'

const WARN_EVERY_MS = 60_000
/** ExportResultCode.SUCCESS, whose package is not one of ours. */
const SUCCESS = 0

/** An exporter that counts what the collector took and says now and then when it does not. */
export interface TellingExporter extends SpanExporter {
  stats(): { sent: number; lost: number }
}

/** Whatever happens to the collector stays here: it is logged once a minute at most. */
export function tellOf(inner: OTLPTraceExporter, clock: Clock, log: Log): TellingExporter {
  let sent = 0
  let lost = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  const told = (spans: ReadableSpan[], error: unknown) => {
    if (error === undefined) {
      sent += spans.length
      return
    }
    lost += spans.length
    if (clock.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = clock.now()
    // The message alone: what else hangs on such an error may hold headers of the collector.
    const reason = error instanceof Error ? error.message : 'refused'
    log.warn({ reason, lost }, 'traces could not be sent')
  }
  return {
    export(spans, done) {
      inner.export(spans, (result) => {
        told(spans, result.code === SUCCESS ? undefined : (result.error ?? 'refused'))
        done(result)
      })
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
    stats: () => ({ sent, lost }),
  }
}
