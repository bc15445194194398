import { expect, test } from 'bun:test'
import { problem } from './json-schema.ts'

const list = { type: 'array', items: { type: 'integer' } }
const page = { type: 'object', properties: { list }, required: ['list'] }

test.each([
  [{ list: [1] }, null],
  [{ list: [1, 1.5] }, 'data/list/1 must be integer'],
  [{}, "data must have required property 'list'"],
])('%j: %p', (value, expected) => {
  expect(problem(page, value)).toBe(expected)
})

test('rejects unnamed properties in closed mode, at any depth', () => {
  const outer = { type: 'object', properties: { page }, required: ['page'] }
  for (const name of ['more', '__proto__']) {
    const value = JSON.parse(`{"page":{"list":[],"${name}":1}}`)
    expect(problem(outer, value)).toBeNull()
    expect(problem(outer, value, true)).toContain('additional properties')
  }
})

test('throws on an unknown keyword', () => {
  expect(() => problem(JSON.parse('{"sometimes":"date"}'), 'x')).toThrow('sometimes')
})
