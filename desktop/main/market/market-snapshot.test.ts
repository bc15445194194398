import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCacheFile } from '#desktop/main/files.ts'
import { SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { createSnapshotStore } from './market-snapshot.ts'

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
const createStore = (origin = apiOrigin) =>
  createSnapshotStore({ file: createCacheFile(path()), apiOrigin: origin })

describe('createSnapshotStore', () => {
  test('returns the data at the next start and leaves no temporary file', () => {
    const first = createStore()
    expect(first.read()).toBeNull()
    first.write(known('66000.00'))
    first.stop()
    expect(createStore().read()).toEqual(known('66000.00'))
    expect(readdirSync(join(folder, 'data'))).toEqual(['last-known.json'])
  })

  test('writes at most once a minute, and on stop', () => {
    const writes: string[] = []
    const file = { read: () => null, write: (text: string) => writes.push(text) }
    const store = createSnapshotStore({ file, apiOrigin })
    store.write(known('1'))
    store.write(known('2'))
    jest.advanceTimersByTime(59_999)
    expect(writes).toHaveLength(0)
    jest.advanceTimersByTime(1)
    expect(writes).toHaveLength(1)
    expect(writes[0]).toContain('"value":"2"')
    jest.advanceTimersByTime(600_000)
    expect(writes).toHaveLength(1)
    store.write(known('3'))
    store.stop()
    store.stop()
    expect(writes).toHaveLength(2)
    expect(jest.getTimerCount()).toBe(0)
  })

  test('ignores data of another server', () => {
    const store = createStore()
    store.write(known('66000.00'))
    store.stop()
    expect(createStore('https://other.example').read()).toBeNull()
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
  ])('ignores a broken file: %s', (_, text) => {
    const file = createCacheFile(path())
    file.write(text)
    expect(createStore().read()).toBeNull()
  })

  test('survives a folder without write access', () => {
    writeFileSync(join(folder, 'data'), 'a file where the folder should be')
    const store = createStore()
    store.write(known('1'))
    store.stop()
    expect(store.read()).toBeNull()
  })
})
