/** Attributes of a request's span: never a header, body, query or address. */
export interface RequestSummary {
  /** A route pattern or a fixed label for requests without a route. */
  route: string
  /** HTTP status of the reply. */
  status: number
  requestId: string
  errorCode: string | undefined
}

export interface Tracing {
  /** Starts the span of a request. A malformed `traceparent` header is ignored. */
  startRequest(request: Request, traceparent: string | null): void
  /** Ends the span of a request. */
  endRequest(request: Request, summary: RequestSummary): void
  /** Exported and lost spans. */
  stats(): { sent: number; lost: number }
  /** Flushes pending spans for at most a second. Never rejects. */
  stop(): Promise<void>
}
