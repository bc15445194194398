import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const AttributeValue = Type.Object({
  stringValue: Type.Optional(Type.String()),
  intValue: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
})
const Attributes = Type.Array(Type.Object({ key: Type.String(), value: AttributeValue }))
const OtlpSpan = Type.Object({
  traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  spanId: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
  kind: Type.Integer(),
  attributes: Attributes,
  status: Type.Object({ code: Type.Integer() }),
})
/** Body that an OTLP exporter posts to /v1/traces. */
const OtlpTraces = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Attributes }),
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(OtlpSpan) })),
    }),
  ),
})

export interface CollectedSpan extends Omit<Static<typeof OtlpSpan>, 'attributes'> {
  attributes: Record<string, string>
}

/** A trace collector on a free loopback port. */
export interface OtlpCollector {
  endpoint: string
  /** Received spans in order. */
  spans(): CollectedSpan[]
  /** Raw requests: headers and bodies. */
  everything(): string
  stop(): Promise<void>
}

const plain = (attributes: Static<typeof Attributes>) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]),
  )

/** Starts a collector; `answer` replaces its 200, to simulate failures. */
export function startCollector(
  answer: () => Response | Promise<Response> = () => Response.json({}),
): OtlpCollector {
  const spans: CollectedSpan[] = []
  let text = ''
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text()
      text += `${request.method} ${request.url} ${JSON.stringify([...request.headers])}\n${body}\n`
      const traces = Value.Parse(OtlpTraces, JSON.parse(body))
      for (const { resource, scopeSpans } of traces.resourceSpans) {
        const service = plain(resource.attributes)
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({ ...span, attributes: { ...service, ...plain(span.attributes) } })
        }
      }
      return answer()
    },
  })
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    spans: () => spans,
    everything: () => text,
    stop: () => server.stop(true),
  }
}
