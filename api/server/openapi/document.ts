import { toOpenAPISchema } from '@elysiajs/openapi'
import { type AnyElysia, Elysia } from 'elysia'
import { type Limited, READ_QUOTA } from '#api/infrastructure/http/limits.ts'
import { requestContext } from '#api/infrastructure/http/request-context.ts'
import { prepareText, responder } from '#api/infrastructure/prepared-reply.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { STREAM_PATH } from '#shared/contract/endpoints.ts'
import { ErrorReply } from '#shared/contract/errors.ts'
import { StreamMessage } from '#shared/contract/stream.ts'
import { createComponents, generated, inDialect, isObject, mapped, open } from './components.ts'
import { OPERATIONS, TAGS } from './operations.ts'
import { describedResponses, HEADERS, refusalComponents } from './responses.ts'

const INFO = {
  title: 'Tidemark API',
  version: '1',
  description:
    'Calls on the BTC/USDT price a week ahead, and what people say about them. ' +
    'Instants are ISO 8601 in UTC, prices decimal strings. Refusals carry a stable code.',
  contact: { name: 'Tidemark', url: 'https://tidemark.app' },
  license: { name: 'MIT', identifier: 'MIT' },
}

type Paths = ReturnType<typeof toOpenAPISchema>['paths']

/** Key of OPERATIONS; `path` has its parameters in braces. */
const operationName = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.slice(API_PREFIX.length)}`

/**
 * Adds the body schemas, which the generator omits for routes with a custom body parser.
 */
function withBodies(app: AnyElysia, paths: Paths): Paths {
  for (const { path, method, hooks } of app.routes) {
    const { post, put, delete: remove } = paths[path.replace(/:(\w+)/g, '{$1}')] ?? {}
    const operation = new Map([
      ['POST', post],
      ['PUT', put],
      ['DELETE', remove],
    ]).get(method)
    if (!hooks.body || !operation) continue
    const { schema } = generated({ schema: hooks.body })
    const name = operationName(method, path.replace(/:(\w+)/g, '{$1}'))
    const { bodyType = 'application/json' } = OPERATIONS[name] ?? {}
    operation.requestBody = { required: true, content: { [bodyType]: { schema } } }
  }
  return paths
}

/** The live stream is outside the router, so its operation is written by hand. */
const describeStream = () => ({
  get: {
    tags: ['live'],
    description:
      'Every text message is one StreamMessage. Sequence numbers grow by one; after a gap, or ' +
      'when `stream` in a new hello differs, read the summary again. Where the greeting has `votes`, ' +
      'a client may send the text `votes` or `no votes`, at most a hundred times.',
    responses: {
      101: {
        description: 'The stream',
        content: { 'application/json': generated({ schema: StreamMessage }) },
      },
      400: { description: 'Not a WebSocket request' },
      403: { description: 'Requested by a page of another site' },
      429: { description: 'Too many streams of this address' },
    },
  },
})

/** The same for every server of the process: no route and no schema depends on the configuration. */
let generatedText: string | undefined

/** The OpenAPI document of the API, generated from its schemas, as indented JSON. */
export function openapiDocument(app: AnyElysia): string {
  generatedText ??= createDocument(app)
  return generatedText
}

function createDocument(app: AnyElysia): string {
  const { schemas, replaceInReplies, replaceInRequests } = createComponents()
  const described = (name: string, operation: unknown) => {
    const text = OPERATIONS[name]
    if (!text || !isObject(operation)) throw new Error(`${name} is not in operations.ts`)
    const { responses, ...rest } = operation
    const request = replaceInRequests(rest)
    return {
      security: [],
      ...(isObject(request) && request),
      operationId: text.id,
      summary: text.summary,
      responses: describedResponses(text, replaceInReplies(open(responses))),
    }
  }
  const routes = withBodies(app, toOpenAPISchema(app).paths)
  const all = inDialect({ ...routes, [STREAM_PATH]: describeStream() })
  const paths = mapped(all, (item, path) =>
    mapped(item, (operation, method) => described(operationName(method, path), operation)),
  )
  const refusal = replaceInReplies(open(inDialect(ErrorReply)))
  const document = {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    tags: TAGS,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: refusalComponents(Object(refusal)),
      headers: HEADERS,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Cost of the document in reads, for clients that accept no compression. */
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
