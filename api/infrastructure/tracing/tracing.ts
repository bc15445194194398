import type { StatementInterceptor } from '#api/infrastructure/database/database.ts'

/** Runs `work` in a span below the current one. */
export type InSpan = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** The InSpan while tracing is off. */
export const noSpan: InSpan = (_name, work) => work()

/** Attributes of a request's span: never a header, body, query or address. */
export interface RequestSummary {
  method: string
  /** A route pattern or a fixed label for requests without a route. */
  route: string
  /** HTTP status of the reply. */
  status: number
  requestId: string
  errorCode: string | undefined
}

export interface Tracing {
  inSpan: InSpan
  /** Runs a statement in a span named by its verb and first table. */
  statement: StatementInterceptor
  /** Runs the handling of a request, so that its spans find their parent. */
  run<T>(handle: () => T): T
  /** Starts the span of the current request. A malformed `traceparent` header is ignored. */
  startRequest(method: string, traceparent: string | null): void
  /** Ends the span of the current request. */
  endRequest(summary: RequestSummary): void
  /** Exported and lost spans. */
  stats(): { sent: number; lost: number }
  /** Flushes pending spans for at most a second. Never rejects. */
  stop(): Promise<void>
}
