import { toStringMethod } from 'fast-check'
import { type JsonSchema, problem } from './json-schema.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: JsonSchema
}

interface Content {
  content?: Record<string, { schema: JsonSchema }>
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: Content; responses: Record<string, Content> }
    >
  >
}

/** One call of the API as the OpenAPI document describes it. */
export interface Operation {
  /** For example `POST /api/v1/votes/{id}/reaction`. */
  name: string
  method: string
  path: string
  inPath: Parameter[]
  inQuery: Parameter[]
  body: JsonSchema | null
  /** Reply schema by status; null where the document defines none. */
  replies: Map<number, JsonSchema | null>
  /** Name only, to shorten failure output. */
  [toStringMethod]: () => string
}

const schemaOf = (content: Content | undefined): JsonSchema | null =>
  content?.content?.['application/json']?.schema ?? null

/** The part of a document that a reference such as `#/components/schemas/Id` names. */
function partOf(document: unknown, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => Object(part)[key], document)
}

/** An OpenAPI document with its references replaced by what they name. */
export function withoutReferences(text: string): Document {
  const document: unknown = JSON.parse(text)
  const replace = (_key: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && '$ref' in part
      ? partOf(document, String(part.$ref))
      : part
  return JSON.parse(JSON.stringify(document, replace))
}

/** Every operation of an OpenAPI document. */
export function operationsOf(text: string): Operation[] {
  const { paths } = withoutReferences(text)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, responses }]) => {
      const name = `${method.toUpperCase()} ${path}`
      const replies = Object.entries(responses).map(
        ([status, reply]) => [Number(status), schemaOf(reply)] as const,
      )
      return {
        name,
        method: method.toUpperCase(),
        path,
        inPath: parameters.filter((parameter) => parameter.in === 'path'),
        inQuery: parameters.filter((parameter) => parameter.in === 'query'),
        body: schemaOf(requestBody),
        replies: new Map(replies),
        [toStringMethod]: () => name,
      }
    }),
  )
}

/** A request before sending. Path values and query are already encoded. */
export interface FuzzRequest {
  operation: Operation
  caller: string
  inPath: Record<string, string>
  query: string
  contentType: string | null
  /** Null for none. */
  body: string | Uint8Array<ArrayBuffer> | null
  headers: Record<string, string>
}

/** A URL value decoded to the type of its schema; undefined if decoding fails. */
function readAs(schema: JsonSchema, text: string): unknown {
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  return isNumber && /^\d+$/.test(text) ? Number(text) : text
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function bodyProblem(schema: JsonSchema, { contentType, body }: FuzzRequest): string | null {
  if (!/^application\/json *(;|$)/i.test(contentType ?? '')) return 'the body is not JSON'
  try {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? undefined)
    return problem(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return 'the body cannot be read'
  }
}

/** The first violation of the document by a request, or null. */
export function violation(request: FuzzRequest): string | null {
  const { operation, inPath, query } = request
  for (const { name, schema } of operation.inPath) {
    const text = decoded(inPath[name] ?? '')
    const found = text === undefined ? 'is not encoded' : problem(schema, readAs(schema, text))
    if (found) return `${name} ${found}`
  }
  // Elysia takes a value that cannot be decoded as it stands, the URL standard replaces its bytes.
  if (operation.inQuery.length > 0 && decoded(query) !== undefined) {
    for (const [name, text] of new URLSearchParams(query)) {
      const parameter = operation.inQuery.find((candidate) => candidate.name === name)
      if (!parameter) return `the query has ${name}`
      // The last value of a repeated parameter counts.
      const last = new URLSearchParams(query).getAll(name).at(-1) ?? text
      const found = problem(parameter.schema, readAs(parameter.schema, last))
      if (found) return `${name} ${found}`
    }
  }
  return operation.body ? bodyProblem(operation.body, request) : null
}
