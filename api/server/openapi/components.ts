import { toOpenAPISchema } from '@elysiajs/openapi'
import { CloneType, type TSchema, TypeGuard } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import * as account from '#shared/contract/account.ts'
import * as accountExport from '#shared/contract/account-export.ts'
import * as alerts from '#shared/contract/alerts.ts'
import * as auth from '#shared/contract/auth.ts'
import * as candles from '#shared/contract/candles.ts'
import * as common from '#shared/contract/common.ts'
import * as errorReports from '#shared/contract/error-reports.ts'
import * as errors from '#shared/contract/errors.ts'
import * as events from '#shared/contract/events.ts'
import * as identities from '#shared/contract/identities.ts'
import * as moderation from '#shared/contract/moderation.ts'
import * as notifications from '#shared/contract/notifications.ts'
import * as offers from '#shared/contract/offers.ts'
import * as posts from '#shared/contract/posts.ts'
import * as price from '#shared/contract/price.ts'
import * as profile from '#shared/contract/profile.ts'
import * as ranking from '#shared/contract/ranking.ts'
import * as reactions from '#shared/contract/reactions.ts'
import * as receipts from '#shared/contract/receipts.ts'
import * as replies from '#shared/contract/replies.ts'
import * as rounds from '#shared/contract/rounds.ts'
import * as signedRoot from '#shared/contract/signed-root.ts'
import * as site from '#shared/contract/site.ts'
import * as stream from '#shared/contract/stream.ts'
import * as summary from '#shared/contract/summary.ts'
import * as thread from '#shared/contract/thread.ts'
import * as users from '#shared/contract/users.ts'
import * as votes from '#shared/contract/votes.ts'

/** Where two names have the same schema, the first one counts. */
const CONTRACT: readonly object[] = [
  common,
  errors,
  price,
  offers,
  votes,
  reactions,
  rounds,
  summary,
  candles,
  thread,
  stream,
  posts,
  replies,
  users,
  ranking,
  profile,
  alerts,
  notifications,
  moderation,
  auth,
  account,
  accountExport,
  identities,
  receipts,
  signedRoot,
  site,
  events,
  errorReports,
]

/** Whether a schema has parts, constraints or a description, so that it deserves a component. */
const isDetailed = (schema: TSchema) =>
  ['properties', 'items', 'anyOf', 'pattern', 'minimum', 'description'].some((key) => key in schema)

/** The schemas that the contract exports, by name. */
function contractSchemas(): Record<string, TSchema> {
  const exported = CONTRACT.flatMap((module) => Object.entries(module))
  const isNamed = (entry: [string, unknown]): entry is [string, TSchema] =>
    TypeGuard.IsSchema(entry[1]) && isDetailed(entry[1])
  return Object.fromEntries(exported.filter(isNamed))
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy of an object with each value changed. */
export const mapped = (value: unknown, change: (part: unknown, key: string) => unknown) =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([key, part]) => [key, change(part, key)]),
  )

/** Corrects enums of the generator, which lack null where it is allowed and call integers strings. */
function withEnumTypes(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, enum: generated } = schema
  if (!Array.isArray(generated)) return schema
  const isNullable = Array.isArray(type) && type.includes('null')
  const values: unknown[] = [...new Set(isNullable ? [...generated, null] : generated)]
  const typeOf = (value: unknown) => {
    if (value === null) return 'null'
    return typeof value === 'number' ? 'integer' : typeof value
  }
  const types = [...new Set(values.map(typeOf))]
  return { ...schema, type: types.length === 1 ? types[0] : types, enum: values }
}

/** Writes a tuple, whose number of items is fixed, as JSON Schema 2020-12 does. */
function withPrefixItems(schema: Record<string, unknown>): Record<string, unknown> {
  const { items, additionalItems: _, ...rest } = schema
  return Array.isArray(items) ? { ...rest, prefixItems: items, items: {} } : schema
}

/** Schemas as the generator writes those of routes. It gets copies, because it writes `$id` into them. */
export function generated(schemas: Record<string, TSchema>) {
  const copies = Object.entries(schemas).map(([name, schema]) => [name, CloneType(schema)])
  return toOpenAPISchema(new Elysia().model(Object.fromEntries(copies))).components.schemas
}

/** A copy of schemas in the dialect of OpenAPI 3.1, as plain JSON, without the generator's `$id`. */
export function inDialect(value: unknown): unknown {
  const change = (key: string, part: unknown) => {
    if (key === '$id') return undefined
    return isObject(part) ? withPrefixItems(withEnumTypes(part)) : part
  }
  return JSON.parse(JSON.stringify(value, change))
}

/**
 * A copy of a reply's schema that lets it have further fields, because they may be added to replies.
 * Elysia closes the original when it first checks a reply, which would change the document.
 */
export function open(schema: unknown): unknown {
  const leave = (key: string, value: unknown) =>
    key === 'additionalProperties' ? undefined : value
  return JSON.parse(JSON.stringify(schema, leave))
}

/** The contract's schemas by name as the document has them, the same for every server of the process. */
let exported: unknown = null

/**
 * Replaces the schemas that the contract exports by references to components of their names. `schemas`
 * has the components so far. A schema that replies leave open and bodies close has two: the one of bodies
 * ends in `Input`. Parts of the document are what `inDialect` returns.
 */
export function createComponents() {
  exported ??= inDialect(generated(contractSchemas()))
  const byName = Object.entries(isObject(exported) ? exported : {})
  const schemas: Record<string, unknown> = {}

  const replacer = (formOf: (schema: unknown) => unknown) => {
    const names = new Map<string, string>()
    for (const [name, schema] of byName) {
      const text = JSON.stringify(formOf(schema))
      if (!names.has(text)) names.set(text, name)
    }
    const references = new Map<string, object>()
    const replace = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(replace)
      if (!isObject(part)) return part
      const text = JSON.stringify(part)
      const name = names.get(text)
      if (name === undefined) return mapped(part, replace)
      const known = references.get(text)
      if (known) return known
      const schema = mapped(part, replace)
      const isTaken = name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(schema)
      const component = isTaken ? `${name}Input` : name
      schemas[component] = schema
      const reference = { $ref: `#/components/schemas/${component}` }
      references.set(text, reference)
      return reference
    }
    return replace
  }
  return { schemas, replaceInReplies: replacer(open), replaceInRequests: replacer((one) => one) }
}
