import { expect, test } from 'bun:test'
import { readLayout, removeLayout, writeLayout } from './layout-storage.ts'

function memory(text: string | null = null) {
  let stored = text
  return {
    read: () => stored,
    write: (_key: string, value: string) => {
      stored = value
      return true
    },
    remove: () => {
      stored = null
    },
  }
}

const LAYOUT = { columns: { main: 50, rounds: 30, live: 20 }, rows: { chart: 70, calls: 30 } }

test('returns the stored layout until it is removed', () => {
  const preferences = memory()
  expect(readLayout(preferences)).toBeNull()
  writeLayout(preferences, LAYOUT)
  expect(readLayout(preferences)).toEqual(LAYOUT)
  removeLayout(preferences)
  expect(readLayout(preferences)).toBeNull()
})

test.each([
  '',
  '{',
  '[]',
  '{"columns":{}}',
  '{"columns":{"main":50,"rounds":30,"live":20},"rows":{"chart":70}}',
  '{"columns":{"main":50,"rounds":30,"other":20},"rows":{"chart":70,"calls":30}}',
  '{"columns":{"main":-1,"rounds":30,"live":20},"rows":{"chart":70,"calls":30}}',
  '{"columns":{"main":"50","rounds":30,"live":20},"rows":{"chart":70,"calls":30}}',
])('ignores the malformed layout %p', (text) => {
  expect(readLayout(memory(text))).toBeNull()
})
