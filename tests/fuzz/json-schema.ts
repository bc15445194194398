export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** The subset of JSON Schema used by the OpenAPI document. */
export interface JsonSchema {
  type?: JsonType | JsonType[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
  /** Of a tuple, which only replies have, one schema for each place. */
  items?: JsonSchema | JsonSchema[]
  additionalItems?: boolean
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  multipleOf?: number
  default?: unknown
  description?: string
  examples?: unknown[]
}

/** The schema of the items of an array in a request. */
export function itemsOf({ items = {} }: JsonSchema): JsonSchema {
  if (Array.isArray(items)) throw new Error('requests have no tuples')
  return items
}

const KEYWORDS = new Set([
  ...['type', 'const', 'enum', 'anyOf', 'properties', 'required', 'additionalProperties'],
  ...[
    'items',
    'additionalItems',
    'minItems',
    'maxItems',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
  ],
  ...['maximum', 'multipleOf', 'default', 'description', 'examples'],
])

function isOfType(type: JsonType, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return isRecord(value)
  return typeof value === type
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textProblem(schema: JsonSchema, value: string): string | null {
  const length = [...value].length
  if (length < (schema.minLength ?? 0)) return 'is too short'
  if (length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return 'is too long'
  if (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)) return null
  return `does not match ${schema.pattern}`
}

function numberProblem(schema: JsonSchema, value: number): string | null {
  if (value < (schema.minimum ?? Number.NEGATIVE_INFINITY)) return 'is too small'
  if (value > (schema.maximum ?? Number.POSITIVE_INFINITY)) return 'is too big'
  if (schema.multipleOf === undefined || value % schema.multipleOf === 0) return null
  return `is not a multiple of ${schema.multipleOf}`
}

function first<Item>(items: Iterable<Item>, problemOf: (item: Item) => string | null) {
  for (const item of items) {
    const problem = problemOf(item)
    if (problem !== null) return problem
  }
  return null
}

/**
 * Returns the first violation in `value`, or null. Independent of the server's validation library.
 * `closed` rejects unnamed properties at any depth. Throws on an unknown keyword instead of passing it.
 */
export function problem(
  schema: JsonSchema,
  value: unknown,
  closed = false,
  at = '',
): string | null {
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword))
  if (unknown) throw new Error(`unknown schema keyword: ${unknown}`)
  const located = (what: string | null) => (what === null ? null : `${at || '/'} ${what}`)
  if (schema.anyOf) {
    const fits = schema.anyOf.some((one) => problem(one, value, closed, at) === null)
    return fits ? null : located('matches no variant')
  }
  if ('const' in schema && schema.const !== value) return located(`is not ${schema.const}`)
  if (schema.enum && !schema.enum.includes(value)) return located('is none of the values')
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) {
    return located(`is not ${types.join(' or ')}`)
  }
  if (typeof value === 'string') return located(textProblem(schema, value))
  if (typeof value === 'number') return located(numberProblem(schema, value))
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) return located('has too few items')
    if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return located('has too many')
    const { items = {} } = schema
    return first(value.entries(), ([index, item]) => {
      const own = Array.isArray(items) ? items[index] : items
      if (own) return problem(own, item, closed, `${at}/${index}`)
      return schema.additionalItems === false ? located('has too many') : null
    })
  }
  if (!isRecord(value)) return null
  const { properties = {}, required = [], additionalProperties = !closed } = schema
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return located(`lacks ${missing}`)
  return first(Object.entries(value), ([name, item]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own) return problem(own, item, closed, `${at}/${name}`)
    return additionalProperties ? null : located(`has ${name}`)
  })
}
