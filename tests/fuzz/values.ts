import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from './json-schema.ts'

/** Existing values by field name, so that requests pass validation and reach the service. */
export type KnownValues = Record<string, unknown[]>

const HTML = [
  '<p>words</p>',
  '<h1>a</h1><ul><li>b</li></ul>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:x">a</a>',
  '<table><tr><td colspan=9>c</td></tr></table>',
  '<svg><script>1</script></svg>',
  '<b><i></b></i><!-- --><![CDATA[x]]>',
  '&lt;&#0;&#xd800;',
]

/** Arbitrary text including lone surrogates, U+0000 and known problem strings. */
const text: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...HTML, '', ' ', '\0', '\ud800', '\ufeff', '\u202e', "' OR 1=1 --", '{{7*7}}'),
)

function stringOf({ minLength = 0, maxLength = 200, pattern }: JsonSchema): Arbitrary<string> {
  if (pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(pattern))
    // Numbers in a text are bounded by their length alone.
    const largest = matching.map((found) => found.replace(/\d/g, '9'))
    return fc
      .oneof({ arbitrary: matching, weight: 3 }, { arbitrary: largest, weight: 1 })
      .filter((found) => found.length <= maxLength && new RegExp(pattern).test(found))
  }
  const short = fc.oneof(
    text,
    fc.array(fc.constantFrom(...HTML)).map((parts) => parts.join('')),
  )
  const fitting = short.map((found) => found.slice(0, maxLength).padEnd(minLength, 'x'))
  const longest = fc.constant('x'.repeat(maxLength))
  return fc.oneof({ arbitrary: fitting, weight: 30 }, { arbitrary: longest, weight: 1 })
}

function objectOf(schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema
  const model: Record<string, Arbitrary<unknown>> = {}
  for (const [name, property] of Object.entries(properties)) {
    const own = valid(property, known)
    const there = known[name]
    model[name] = there
      ? fc.oneof({ arbitrary: fc.constantFrom(...there), weight: 3 }, { arbitrary: own, weight: 1 })
      : own
  }
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) })
}

/** Values that satisfy `schema`. */
export function valid(schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, known)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, known)))
  }
  if (schema.type === 'string') return stringOf(schema)
  if (schema.type === 'number' || schema.type === 'integer') {
    const { minimum: min = -1e9, maximum: max = 1e9 } = schema
    return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
  }
  if (schema.type === 'array') {
    const { minItems: minLength = 0, maxItems: maxLength = 5 } = schema
    return fc.array(valid(schema.items ?? {}, known), { minLength, maxLength })
  }
  if (schema.type === 'object') return objectOf(schema, known)
  return fc.constant(null)
}

/** Arbitrary JSON, including prototype keys. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }),
  text,
  fc.double(),
  fc.constantFrom(null, [], {}, true, [[]], -1, 1e308, JSON.parse('{"__proto__":{"a":1}}')),
)

function wrongText({ minLength = 0, maxLength }: JsonSchema): Arbitrary<unknown> {
  const tooLong = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]
  const tooShort = minLength > 0 ? [''] : []
  return fc.oneof(text, fc.constantFrom(...tooLong, ...tooShort, '\0', 1, null))
}

function wrongNumber({ minimum = 0, maximum = 0 }: JsonSchema): Arbitrary<unknown> {
  const edges = [minimum - 1, maximum + 1, minimum + 0.5, -0, 1e300, Number.MAX_SAFE_INTEGER]
  return fc.constantFrom<unknown>(...edges, '1e0', '0x1', 'NaN', ' 1', '01', '', null)
}

function wrongObject(schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema
  const base = objectOf(schema, known)
  const extra = fc.constantFrom('id', 'userId', 'is_admin', 'constructor', 'toString', '')
  const ways: Arbitrary<unknown>[] = [
    fc.tuple(base, extra, anyJson).map(([found, name, value]) => withField(found, name, value)),
  ]
  for (const name of required) ways.push(base.map((found) => withoutField(found, name)))
  for (const [name, property] of Object.entries(properties)) {
    ways.push(
      fc.tuple(base, wrong(property, known)).map(([found, value]) => withField(found, name, value)),
    )
  }
  return fc.oneof(...ways)
}

function withField(found: unknown, name: string, value: unknown): object {
  return { ...Object(found), [name]: value }
}

function withoutField(found: unknown, name: string): object {
  return Object.fromEntries(Object.entries(Object(found)).filter(([key]) => key !== name))
}

/** Values that violate `schema` in one place, or nearly do. */
export function wrong(schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  if (schema.type === 'object') return wrongObject(schema, known)
  if (schema.type === 'string' && !('const' in schema)) return wrongText(schema)
  if (schema.type === 'number' || schema.type === 'integer') return wrongNumber(schema)
  if (schema.type === 'array' && schema.items) {
    const { maxItems = 5, items } = schema
    const one = wrong(items, known).map((item) => [item])
    const many = valid(items, known).map((item) => Array.from({ length: maxItems + 1 }, () => item))
    return fc.oneof(one, many, fc.constant([]))
  }
  return anyJson
}
