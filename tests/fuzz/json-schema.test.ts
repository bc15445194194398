import { describe, expect, test } from 'bun:test'
import { type JsonSchema, problem } from './json-schema.ts'

const word: JsonSchema = { type: 'string', minLength: 1, maxLength: 3, pattern: '^[a-z]*$' }
const count: JsonSchema = { type: 'number', minimum: 1, maximum: 9, multipleOf: 1 }
const thing: JsonSchema = {
  type: 'object',
  properties: { word, list: { type: 'array', minItems: 1, maxItems: 2, items: count } },
  required: ['word'],
}

const CASES: [JsonSchema, unknown, string | null][] = [
  [word, 'abc', null],
  [word, '', '/ is too short'],
  [word, 'abcd', '/ is too long'],
  [word, 'A', '/ does not match ^[a-z]*$'],
  [word, 1, '/ is not string'],
  [{ type: 'string', maxLength: 1 }, '🌊', null],
  [count, 1, null],
  [count, 0, '/ is too small'],
  [count, 10, '/ is too big'],
  [count, 1.5, '/ is not a multiple of 1'],
  [{ type: 'integer' }, 1.5, '/ is not integer'],
  [{ type: 'null' }, null, null],
  [{ type: ['string', 'null'], maxLength: 1 }, null, null],
  [{ type: ['string', 'null'], maxLength: 1 }, 'ab', '/ is too long'],
  [{ type: ['string', 'null'] }, 1, '/ is not string or null'],
  [{ const: 'a', type: 'string' }, 'b', '/ is not a'],
  [{ enum: ['a', 'b'] }, 'c', '/ is none of the values'],
  [{ anyOf: [word, { type: 'null' }] }, null, null],
  [{ anyOf: [word, { type: 'null' }] }, 1, '/ matches no variant'],
  [thing, { word: 'a', list: [1, 2] }, null],
  [thing, {}, '/ lacks word'],
  [thing, { word: 'a', list: [] }, '/list has too few items'],
  [thing, { word: 'a', list: [1, 2, 3] }, '/list has too many'],
  [thing, { word: 'a', list: [1, 0] }, '/list/1 is too small'],
  [thing, { word: 'a', more: 1 }, null],
  [{ ...thing, additionalProperties: false }, { word: 'a', more: 1 }, '/ has more'],
  [
    { ...thing, additionalProperties: false },
    JSON.parse('{"word":"a","__proto__":1}'),
    '/ has __proto__',
  ],
  [thing, [], '/ is not object'],
]

describe('the schema checker', () => {
  test.each(CASES)('%j of %j: %p', (schema, value, expected) => {
    expect(problem(schema, value)).toBe(expected)
  })

  test('rejects an unnamed property in closed mode', () => {
    expect(problem(thing, { word: 'a', more: 1 }, true)).toBe('/ has more')
  })

  test('throws on an unknown keyword', () => {
    expect(() => problem(JSON.parse('{"format":"date"}'), 'x')).toThrow('format')
  })
})
