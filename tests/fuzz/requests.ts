import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from './json-schema.ts'
import type { FuzzRequest, Operation } from './operations.ts'
import { anyJson, type KnownValues, valid, wrong } from './values.ts'

type Kind = 'valid' | 'near' | 'garbage'

/** Malformed path segments beyond what a schema describes. */
const ODD_PARTS = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%2F',
  '1%20',
  '%E2%82',
  ';',
  '*',
  '1,2',
  'x'.repeat(3000),
]

/** Path segments that match another route or climb. */
const LEADS_ELSEWHERE = /^(|\.|\.\.|recent|votesUpcomingNextBests)$/

/** Serializes objects as JSON: an object with its own `toString` has no other text. */
const encoded = (value: unknown) => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.toWellFormed())
}

function partOf(
  schema: JsonSchema,
  name: string,
  kind: Kind,
  known: KnownValues,
): Arbitrary<string> {
  const there = known[name]
  const right = valid(schema, known)
  const good = there ? fc.oneof(fc.constantFrom(...there), right) : right
  const bad = fc.oneof(wrong(schema, known), anyJson).map(encoded)
  const part = kind === 'valid' ? good.map(encoded) : fc.oneof(bad, fc.constantFrom(...ODD_PARTS))
  return part.filter((text) => !LEADS_ELSEWHERE.test(text))
}

function pathOf(
  { inPath }: Operation,
  kind: Kind,
  known: KnownValues,
): Arbitrary<Record<string, string>> {
  const model = inPath.map(({ name, schema }) => [name, partOf(schema, name, kind, known)] as const)
  return fc.record(Object.fromEntries(model))
}

function queryOf({ inQuery }: Operation, kind: Kind, known: KnownValues): Arbitrary<string> {
  const pairs = inQuery.map(({ name, schema }) =>
    partOf(schema, name, kind, known).map((value) => `${name}=${value}`),
  )
  const odd = fc.constantFrom('x=1', '__proto__=1', 'page=1&page=0', '=', '&&', 'page', 'page[]=1')
  if (kind === 'garbage') return fc.oneof(odd, ...pairs)
  if (pairs.length === 0) return fc.constant('')
  return fc.subarray(pairs).chain((some) => fc.tuple(...some).map((parts) => parts.join('&')))
}

const ODD_BODIES = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '{}{}',
    '{"a":}',
    "{'a':1}",
    '\ufeff{}',
    'NaN',
    '"\\ud800"',
    '{"":""}',
  ],
  '['.repeat(50_000),
  '{"a":'.repeat(3000),
  '{"__proto__":{"is_admin":1}}',
]

const oddBody: Arbitrary<FuzzRequest['body']> = fc.oneof(
  fc.constantFrom(...ODD_BODIES),
  fc.string({ unit: 'binary' }).map((found) => found.toWellFormed()),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
  anyJson.map((value) => JSON.stringify(value) ?? ''),
)

function bodyOf(
  { body }: Operation,
  kind: Kind,
  known: KnownValues,
): Arbitrary<FuzzRequest['body']> {
  if (!body) return fc.constant(null)
  if (kind === 'garbage') return oddBody
  const value = kind === 'valid' ? valid(body, known) : wrong(body, known)
  return value.map((found) => JSON.stringify(found))
}

const JSON_TYPE = 'application/json'
const ODD_TYPES = ['text/plain', 'application/json; charset=x', 'multipart/form-data', 'json', ';']

const typeOf = (kind: Kind): Arbitrary<string | null> =>
  kind === 'garbage'
    ? fc.oneof(fc.constant(JSON_TYPE), fc.constantFrom(...ODD_TYPES, null))
    : fc.constant(JSON_TYPE)

const headers: Arbitrary<Record<string, string>> = fc.record(
  {
    accept: fc.constantFrom('*/*', 'text/html', 'application/xml', ''),
    'accept-encoding': fc.constantFrom('gzip', 'identity', 'br;q=1', 'x'),
    'accept-language': fc.constantFrom('ko-KR', 'en', '*'),
    origin: fc.constantFrom('app://tidemark', 'https://evil.example', 'null', 'x'),
    'user-agent': fc.stringMatching(/^[!-~]{0,40}$/),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'x', '::1, 2.2.2.2', ','),
    'x-request-id': fc.stringMatching(/^[!-~]{0,80}$/),
    dnt: fc.constantFrom('0', '1'),
  },
  { requiredKeys: [] },
)

/** A near-valid request: one part is wrong, the others are valid. */
function kindsOf(kind: Kind, { inPath, inQuery, body }: Operation) {
  if (kind !== 'near') return fc.constant({ path: kind, query: kind, body: kind })
  const parts = [
    ...(inPath.length > 0 ? ['path'] : []),
    ...(inQuery.length > 0 ? ['query'] : []),
    // Bodies have the most variants.
    ...(body ? ['body', 'body', 'body'] : []),
  ]
  const of = (part: string, chosen: string): Kind => (part === chosen ? 'near' : 'valid')
  return fc.constantFrom(...(parts.length > 0 ? parts : ['none'])).map((chosen) => ({
    path: of('path', chosen),
    query: of('query', chosen),
    body: of('body', chosen),
  }))
}

/** Requests of `operation`: as many valid ones as near-valid and random ones together. */
function requestsOf(
  operation: Operation,
  callers: readonly string[],
  known: KnownValues,
): Arbitrary<FuzzRequest> {
  return fc
    .constantFrom<Kind[]>('valid', 'valid', 'near', 'garbage')
    .chain((kind) => kindsOf(kind, operation).map((kinds) => ({ kind, kinds })))
    .chain(({ kind, kinds }) =>
      fc.record({
        operation: fc.constant(operation),
        caller: fc.constantFrom(...callers),
        inPath: pathOf(operation, kinds.path, known),
        query: queryOf(operation, kinds.query, known),
        contentType: operation.body ? typeOf(kind) : fc.constant(null),
        body: bodyOf(operation, kinds.body, known),
        headers,
      }),
    )
}

/** Requests of all operations. `callersOf` lists the callers allowed per operation. */
export function requests(
  operations: readonly Operation[],
  callersOf: (operation: Operation) => readonly string[],
  known: KnownValues,
): Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.map((operation) => requestsOf(operation, callersOf(operation), known)),
  )
}
