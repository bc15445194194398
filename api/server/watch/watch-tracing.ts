import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Tracing } from '#api/infrastructure/tracing/tracing.ts'

/** What became of the traces; nothing while none are made. */
export function watchTracing({ watchTotal }: Metrics, tracing: Tracing | null): void {
  watchTotal(
    'tidemark_trace_spans_sent_total',
    'Spans that the collector took',
    () => tracing?.stats().sent ?? 0,
  )
  watchTotal(
    'tidemark_trace_spans_lost_total',
    'Spans that could not be sent to the collector',
    () => tracing?.stats().lost ?? 0,
  )
}
