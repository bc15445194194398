import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The keywords that the generators of requests read, after references were replaced. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

// Strict, so that a keyword that it does not know is an error.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false })
const openValidators = new WeakMap<object, ValidateFunction>()
const closedValidators = new WeakMap<object, ValidateFunction>()

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy of a schema whose objects have no further properties. */
function closed(schema: JsonSchema): JsonSchema {
  const close = (_key: string, part: unknown) =>
    isRecord(part) && 'required' in part && 'properties' in part
      ? { additionalProperties: false, ...part }
      : part
  return JSON.parse(JSON.stringify(schema, close))
}

/**
 * The first violation in `value`, or null, by another library than the server's. `isClosed` rejects
 * unnamed properties at any depth. Throws on an unknown keyword.
 */
export function problem(schema: JsonSchema, value: unknown, isClosed = false): string | null {
  const known = isClosed ? closedValidators : openValidators
  const validate = known.get(schema) ?? ajv.compile(isClosed ? closed(schema) : schema)
  known.set(schema, validate)
  return validate(value) ? null : ajv.errorsText(validate.errors)
}
