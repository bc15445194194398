import { ExportResultCode } from '@opentelemetry/core'
import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'

const WARN_EVERY_MS = 60_000

export interface CountingExporter extends SpanExporter {
  stats(): { sent: number; lost: number }
}

/** Counts exported and lost spans, and logs a failing collector once a minute at most. */
export function createCountingExporter(
  inner: OTLPTraceExporter,
  clock: Clock,
  log: Log,
): CountingExporter {
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
