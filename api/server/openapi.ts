import { toOpenAPISchema } from '@elysiajs/openapi'
import { type AnyElysia, Elysia } from 'elysia'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { prepareText, responder } from '#api/infrastructure/prepared-reply.ts'
import { STREAM_PATH } from '#shared/contract/endpoints.ts'
import { StreamMessage } from '#shared/contract/stream.ts'

const INFO = {
  title: 'Tidemark API',
  version: '1',
  description:
    'Calls on the BTC/USDT price a week ahead, and what people say about them. ' +
    'Instants are ISO 8601 in UTC, prices decimal strings. Refusals carry a stable code.',
  license: { name: 'MIT' },
}

type Paths = ReturnType<typeof toOpenAPISchema>['paths']

/**
 * Adds the body schemas, which the generator omits for routes with a custom body parser. All bodies are
 * JSON.
 */
function withBodies(app: AnyElysia, paths: Paths): Paths {
  for (const route of app.routes) {
    const body = route.hooks.body
    const path = paths[route.path.replace(/:(\w+)/g, '{$1}')]
    const operation = route.method === 'POST' ? path?.post : path?.put
    if (!body || !operation) continue
    operation.requestBody = { required: true, content: { 'application/json': { schema: body } } }
  }
  return paths
}

/**
 * Copies a reply's schema and lets it have further fields, because they may be added to replies.
 * Elysia closes the original when it first checks a reply, which would change the document.
 */
function open(schema: unknown): unknown {
  const leave = (key: string, value: unknown) =>
    key === 'additionalProperties' ? undefined : value
  return JSON.parse(JSON.stringify(schema, leave))
}

function withOpenReply(operation: unknown): unknown {
  if (typeof operation !== 'object' || operation === null) return operation
  return 'responses' in operation
    ? { ...operation, responses: open(operation.responses) }
    : operation
}

/** Allows further fields in the replies of every operation. */
function withOpenReplies(paths: Paths): Record<string, unknown> {
  const openItem = (item: object) =>
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [method, withOpenReply(operation)]),
    )
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, item && openItem(item)]),
  )
}

/** The live stream is outside the router, so its operation is written by hand. */
const describeStream = () => ({
  get: {
    tags: ['live'],
    summary: 'Live stream (WebSocket): price, counts, rounds',
    description:
      'Every text message is one StreamMessage. Sequence numbers grow by one; after a gap, or ' +
      'when `stream` in a new hello differs, read the summary again.',
    responses: {
      101: {
        description: 'The stream',
        content: { 'application/json': { schema: open(StreamMessage) } },
      },
      400: { description: 'Not a WebSocket request' },
      403: { description: 'Asked for by the page of another site' },
      429: { description: 'Too many streams of this address' },
    },
  },
})

interface NullableEnum {
  type: unknown[]
  enum: unknown[]
}

function isNullableEnum(value: unknown): value is NullableEnum {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  const { type } = value
  return (
    'enum' in value && Array.isArray(value.enum) && Array.isArray(type) && type.includes('null')
  )
}

/** Adds null to nullable enums, which the generator omits. */
function withNull(_key: string, value: unknown): unknown {
  if (!isNullableEnum(value) || value.enum.includes(null)) return value
  return { ...value, enum: [...value.enum, null] }
}

/** The OpenAPI document of the API, generated from its schemas, as indented JSON. */
export function openapiDocument(app: AnyElysia): string {
  const { paths, components } = toOpenAPISchema(app)
  const document = {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    paths: { ...withOpenReplies(withBodies(app, paths)), [STREAM_PATH]: describeStream() },
    components: {
      ...components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
  return `${JSON.stringify(document, withNull, 2)}\n`
}

/** Cost of the document in reads: a megabyte for clients that accept no compression. */
const POINTS = 10

/** Serves the document, compressed once. */
export function openapiRoute(document: string, limited: Limited) {
  const respond = responder(prepareText(document))
  return new Elysia({ name: 'openapi' })
    .use(requestContext)
    .get('/openapi/json', async (context) => {
      await limited(READ_QUOTA, context, undefined, POINTS)
      return respond(context.request)
    })
}
