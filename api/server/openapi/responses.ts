import { isObject, mapped } from './components.ts'
import type { OperationText } from './operations.ts'

const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** Headers of replies, by the names of their components. */
export const HEADERS = {
  'RateLimit-Limit': seconds('Requests that the narrowest limit allows in its window'),
  'RateLimit-Remaining': seconds('Requests left in the window'),
  'RateLimit-Reset': seconds('Seconds until the window ends'),
  'Retry-After': seconds('Seconds to wait'),
  ETag: {
    description: 'Entity tag; sent as If-None-Match, the reply is 304 while it is unchanged',
    schema: { type: 'string' },
  },
  Location: { description: 'Where to go on', schema: { type: 'string', format: 'uri' } },
}

const referTo = (...names: (keyof typeof HEADERS)[]) => ({
  headers: Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
})

/** Names and meanings of the refusals that several operations share, by status. */
const REFUSALS: Record<string, [name: string, description: string, headers?: object]> = {
  400: ['BadRequest', 'The body is no JSON'],
  401: ['Unauthorized', 'Without a valid access token'],
  403: ['Forbidden', 'Not allowed; `code` is the reason'],
  404: ['NotFound', 'Not there'],
  409: ['Conflict', 'Conflicts with the current state; `code` is the reason'],
  410: ['Gone', 'Erased'],
  413: ['TooLarge', 'The body or a text is too large'],
  415: ['UnsupportedMediaType', 'The body is of another type'],
  422: ['Invalid', 'A value is not accepted; `field` names it'],
  429: [
    'TooManyRequests',
    'Too many requests',
    referTo('Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'),
  ],
  503: ['NotReady', 'Not ready: try again later'],
}

/** The shared refusals as components, with the schema of an error. */
export const refusalComponents = (schema: object) =>
  Object.fromEntries(
    Object.values(REFUSALS).map(([name, description, headers]) => [
      name,
      { description, ...headers, content: { 'application/json': { schema } } },
    ]),
  )

/** The generator describes every reply as JSON or text. */
const contentOf = (
  { isJsonToo, type }: NonNullable<OperationText['otherReplies']>,
  generated: unknown,
) => ({
  ...(isJsonToo && Object(generated)),
  [type]: { schema: { type: 'string', ...(type === 'image/png' && { format: 'binary' }) } },
})

/** Whether a description is the generator's, which repeats the status. */
const isGenerated = (description: unknown) => String(description).startsWith('Response for status')

/**
 * The replies of an operation with what each status means and which headers it has. `responses` are the
 * generated ones, by status.
 */
export function describedResponses(text: OperationText, responses: unknown) {
  const { isCached, isRedirect, otherReplies } = text
  return {
    ...(isRedirect && { 303: { description: 'Continue elsewhere', ...referTo('Location') } }),
    ...mapped(responses, (given, status) => {
      const isDone = status === '200' && otherReplies !== undefined
      const reply =
        isObject(given) && isDone
          ? { ...given, content: contentOf(otherReplies, given.content) }
          : given
      if (!isObject(reply) || !isGenerated(reply.description)) return reply
      const refusal = REFUSALS[status]
      if (refusal) return { $ref: `#/components/responses/${refusal[0]}` }
      return { ...reply, description: 'Done', ...(isCached && referTo('ETag')) }
    }),
    ...(isCached && { 304: { description: 'Not modified', ...referTo('ETag') } }),
  }
}
