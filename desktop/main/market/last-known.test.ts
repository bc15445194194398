import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCacheFile } from '#desktop/main/files.ts'
import { SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { createLastKnown } from './last-known.ts'

const apiOrigin = 'https://tidemark.example'
const known = (value: string) => ({
  summary: sampleSummary(),
  price: samplePrice(value),
  receivedAt: SAMPLE_NOW,
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-known-'))
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  rmSync(folder, { recursive: true })
})

const path = () => join(folder, 'data', 'last-known.json')
const keeper = (origin = apiOrigin) =>
  createLastKnown({ file: createCacheFile(path()), apiOrigin: origin })

describe('what was last known', () => {
  test('is there at the next start, and leaves no draft behind', () => {
    const first = keeper()
    expect(first.read()).toBeNull()
    first.write(known('66000.00'))
    first.stop()
    expect(keeper().read()).toEqual(known('66000.00'))
    expect(readdirSync(join(folder, 'data'))).toEqual(['last-known.json'])
  })

  test('is written once a minute at most, and at the stop', () => {
    const writes: string[] = []
    const file = { read: () => null, write: (text: string) => writes.push(text) }
    const own = createLastKnown({ file, apiOrigin })
    own.write(known('1'))
    own.write(known('2'))
    jest.advanceTimersByTime(59_999)
    expect(writes).toHaveLength(0)
    jest.advanceTimersByTime(1)
    expect(writes).toHaveLength(1)
    expect(writes[0]).toContain('"value":"2"')
    jest.advanceTimersByTime(600_000)
    expect(writes).toHaveLength(1)
    own.write(known('3'))
    own.stop()
    own.stop()
    expect(writes).toHaveLength(2)
    expect(jest.getTimerCount()).toBe(0)
  })

  test("is not shown as another server's word", () => {
    const own = keeper()
    own.write(known('66000.00'))
    own.stop()
    expect(keeper('https://other.example').read()).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['half a file', JSON.stringify({ apiOrigin, ...known('1') }).slice(0, 200)],
    ['no object', '7'],
    ['null', 'null'],
    ['a price that is none', JSON.stringify({ apiOrigin, ...known('many') })],
    ['a price below one', JSON.stringify({ apiOrigin, ...known('007') })],
    ['a summary that is none', JSON.stringify({ apiOrigin, ...known('1'), summary: {} })],
    ['no time', JSON.stringify({ apiOrigin, ...known('1'), receivedAt: 'now' })],
    ['a field too few', JSON.stringify({ apiOrigin, receivedAt: 1, price: null })],
  ])('a broken file is ignored: %s', (_, text) => {
    const file = createCacheFile(path())
    file.write(text)
    expect(keeper().read()).toBeNull()
  })

  test('a folder that cannot be written to stops nothing', () => {
    writeFileSync(join(folder, 'data'), 'a file where the folder should be')
    const own = keeper()
    own.write(known('1'))
    own.stop()
    expect(own.read()).toBeNull()
  })
})
