import { createServer } from 'node:http'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const HEX = '^[0-9a-f]{32}$'
const Header = Type.Object({ event_id: Type.String({ pattern: HEX }), sent_at: Type.String() })
const Item = Type.Object({ type: Type.Literal('event'), length: Type.Integer() })
const Frame = Type.Object({
  function: Type.String(),
  filename: Type.String(),
  lineno: Type.Integer({ minimum: 1 }),
  colno: Type.Integer({ minimum: 1 }),
  in_app: Type.Boolean(),
})

/** The attributes of Sentry's events that are sent; none of a person. */
const Event = Type.Object(
  {
    event_id: Type.String({ pattern: HEX }),
    timestamp: Type.Number(),
    platform: Type.Literal('javascript'),
    level: Type.Union([Type.Literal('error'), Type.Literal('fatal')]),
    logger: Type.String(),
    release: Type.String({ maxLength: 200, pattern: '^[^/\\\\\\s]+$' }),
    transaction: Type.String(),
    fingerprint: Type.Array(Type.String()),
    tags: Type.Record(Type.String(), Type.String({ maxLength: 200 })),
    extra: Type.Record(Type.String(), Type.Unknown()),
    exception: Type.Object({
      values: Type.Array(
        Type.Object({
          type: Type.String(),
          value: Type.String(),
          mechanism: Type.Object({ type: Type.String(), handled: Type.Boolean() }),
          stacktrace: Type.Optional(Type.Object({ frames: Type.Array(Frame, { minItems: 1 }) })),
        }),
      ),
    }),
  },
  { additionalProperties: false },
)

/** Parses an envelope by Sentry's documentation: a line of headers, then items of the length that each names. */
export function parseEnvelope(body: Buffer) {
  const endOfHeader = body.indexOf('\n')
  const endOfItem = body.indexOf('\n', endOfHeader + 1)
  const json = (from: number, to: number): unknown => JSON.parse(body.toString('utf8', from, to))
  const header = Value.Parse(Header, json(0, endOfHeader))
  const item = Value.Parse(Item, json(endOfHeader + 1, endOfItem))
  const end = endOfItem + 1 + item.length
  if (body.toString('utf8', end) !== '\n') throw new Error('The length is not that of the payload.')
  const event = json(endOfItem + 1, end)
  if (!Value.Check(Event, event)) throw new Error(`No event: ${JSON.stringify(event)}`)
  if (event.event_id !== header.event_id) throw new Error('The ids differ.')
  return { header, event }
}

type Envelope = ReturnType<typeof parseEnvelope>

/** An error tracker. `answer` is the status of its replies; null holds them back. */
export async function startSentryStandIn(port = 0) {
  const envelopes: Envelope[] = []
  const requests: { path: string; auth: string; type: string }[] = []
  const standIn = { answer: 200 as number | null, retryAfter: '' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    requests.push({
      path: request.url ?? '',
      auth: String(request.headers['x-sentry-auth']),
      type: String(request.headers['content-type']),
    })
    if (standIn.answer === null) return
    if (standIn.retryAfter) response.setHeader('retry-after', standIn.retryAfter)
    if (standIn.answer === 200) envelopes.push(parseEnvelope(Buffer.concat(chunks)))
    response.writeHead(standIn.answer).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return Object.assign(standIn, {
    host,
    envelopes,
    requests,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  })
}
