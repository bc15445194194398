import type { Clock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { StatementInterceptor } from '#api/infrastructure/database/statement-interceptor.ts'
import type { Log } from '#api/infrastructure/log.ts'

/** Runs `work` as a named part of the trace that it belongs to. */
export type InSpan = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** What there is while nothing is traced. */
export const noSpan: InSpan = (_name, work) => work()

/** What a span of a request says. Never a header, a body, a query or an address. */
export interface RequestFigures {
  /** A route pattern, or one of a few words for what is no route. */
  route: string
  requestId: string
  /** The error code of a refusal. */
  refusal: string | undefined
}

export interface Tracing {
  inSpan: InSpan
  /** A statement of the database, named by its first words. */
  statement: StatementInterceptor
  /**
   * Runs `handle` inside the span of a request. `parent` is the `traceparent` header of a trusted
   * proxy; a malformed one is ignored. Without a call of `describeRequest` there is no span.
   */
  request<T>(method: string, parent: string | null, handle: () => T | Promise<T>): Promise<T>
  /** Sets how the span of the current request is described at its end. */
  describeRequest(read: () => RequestFigures): void
  /** Spans that the collector took, and those it did not. */
  stats(): { sent: number; lost: number }
  /** Sends what waits, for a second at most. Never rejects. */
  stop(): Promise<void>
}

/** Starts to trace when it is configured; else null, and none of the libraries is loaded. */
export async function openTracing(
  config: Pick<Config, 'tracing'>,
  clock: Clock,
  log: Log,
): Promise<Tracing | null> {
  if (config.tracing === null) return null
  const { startTracing } = await import('./start-tracing.ts')
  return startTracing(config.tracing, clock, log)
}
