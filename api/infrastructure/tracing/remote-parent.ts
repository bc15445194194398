import { type Context, ROOT_CONTEXT, trace } from '@opentelemetry/api'

/** W3C Trace Context, version 00: trace id, span id, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The context that a `traceparent` header names; the root for none, or one that is malformed. */
export function remoteParent(header: string | null): Context {
  const [, traceId, spanId, flags] = (header && TRACEPARENT.exec(header)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & 1
  const parent = { traceId, spanId, traceFlags, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}
