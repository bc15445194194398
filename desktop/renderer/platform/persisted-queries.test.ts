import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import {
  parseQueries,
  persistQueries,
  restoreQuery,
  serializeQueries,
} from './persisted-queries.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const BUSTER = '1.0.0 https://tidemark.example'

/** A window with inspectable storage. */
function openWindow(storage: Map<string, string>, buster = BUSTER, isFull = false) {
  const client = new QueryClient()
  const stop = persistQueries({
    client,
    buster,
    page: new EventTarget(),
    preferences: {
      read: (key) => storage.get(key) ?? null,
      write(key, value) {
        if (isFull) return false
        storage.set(key, value)
        return true
      },
      remove: (key) => storage.delete(key),
    },
  })
  const fetch = (key: string, data: unknown, isPublic = true) =>
    client.fetchQuery({ queryKey: [key], queryFn: () => data, meta: { isPublic } })
  const fail = (key: string, status: number, code: string) =>
    client
      .fetchQuery({
        queryKey: [key],
        queryFn: () => Promise.reject(new ApiFailure(status, code, '')),
        meta: { isPublic: true },
      })
      .catch(() => {})
  return { client, stop, fetch, fail }
}

describe('public queries', () => {
  test('are restored with their age and marked stale', async () => {
    const storage = new Map<string, string>()
    const before = openWindow(storage)
    await before.fetch('rankers', ['Mina'])
    const updatedAt = before.client.getQueryState(['rankers'])?.dataUpdatedAt
    jest.advanceTimersByTime(2_000)
    before.stop()

    jest.setSystemTime(Date.now() + 3_600_000)
    const after = openWindow(storage)
    expect(after.client.getQueryData<unknown>(['rankers'])).toEqual(['Mina'])
    expect(after.client.getQueryState(['rankers'])).toMatchObject({
      dataUpdatedAt: updatedAt,
      isInvalidated: true,
      status: 'success',
    })
    expect(after.client.getQueryCache().find({ queryKey: ['rankers'] })?.meta).toEqual({
      isPublic: true,
    })
  })

  test('stay stored while they are not fetched again', async () => {
    const storage = new Map<string, string>()
    const first = openWindow(storage)
    await first.fetch('rankers', ['Mina'])
    await first.fetch('recent', ['old'])
    first.stop()
    const second = openWindow(storage)
    await second.fetch('recent', ['new'])
    second.stop()
    const third = openWindow(storage)
    const data = ['rankers', 'recent'].map((key) => third.client.getQueryData<unknown>([key]))
    expect(data).toEqual([['Mina'], ['new']])
  })

  test('are removed once the server no longer has them, but not by another failure', async () => {
    const storage = new Map<string, string>()
    const first = openWindow(storage)
    await first.fetch('deleted', ['Mina'])
    await first.fetch('refused', ['Jun'])
    first.stop()
    const second = openWindow(storage)
    await second.fail('deleted', 404, 'NOT_FOUND')
    await second.fail('refused', 429, 'RATE_LIMITED')
    second.stop()
    const third = openWindow(storage)
    const data = ['deleted', 'refused'].map((key) => third.client.getQueryData<unknown>([key]))
    expect(data).toEqual([undefined, ['Jun']])
  })

  test('stay in the cache until their screen is opened, however late that is', () => {
    // The default of a browser; tests have no window.
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: 300_000 } } })
    restoreQuery(client, { key: ['rankers'], data: ['Mina'], updatedAt: 1 })
    jest.advanceTimersByTime(3_600_000)
    expect(client.getQueryData<unknown>(['rankers'])).toEqual(['Mina'])
  })

  test('are discarded by another version of the app', async () => {
    const storage = new Map<string, string>()
    const before = openWindow(storage)
    await before.fetch('rankers', ['Mina'])
    before.stop()
    const after = openWindow(storage, '1.0.1 https://tidemark.example')
    expect(after.client.getQueryData<unknown>(['rankers'])).toBeUndefined()
  })

  test('are removed when the storage is full, as is the key of earlier versions', async () => {
    const storage = new Map([
      ['persistedQueries', 'of yesterday'],
      ['keptAnswers', 'of an earlier version'],
    ])
    const window = openWindow(storage, BUSTER, true)
    await window.fetch('rankers', ['Mina'])
    window.stop()
    expect(storage.size).toBe(0)
  })
})

test('personal queries are never stored', async () => {
  const storage = new Map<string, string>()
  const window = openWindow(storage)
  await window.fetch('profile', 'the email address of Mina', false)
  await window.fetch('rankers', [])
  window.stop()
  expect([...storage.values()].join()).not.toContain('Mina')
  expect([...storage.values()].join()).toContain('rankers')
})

describe('serialized queries', () => {
  const query = (name: string, updatedAt: number, size = 1) => ({
    key: [name],
    data: 'x'.repeat(size),
    updatedAt,
  })

  test('are the newest that fit', () => {
    const queries = [query('old', 1), query('big', 3, 500), query('new', 2)]
    const text = serializeQueries(queries, 'b', 110)
    expect(parseQueries(text, 'b')).toEqual([query('new', 2), query('old', 1)])
  })

  test.each([null, '', '{', 'null', '7', '{"buster":"b"}', '{"buster":"b","queries":{}}'])(
    'parse %p as none',
    (text) => expect(parseQueries(text, 'b')).toEqual([]),
  )

  test('parse without malformed entries', () => {
    const text = JSON.stringify({ buster: 'b', queries: [null, { key: 'x' }, query('good', 1)] })
    expect(parseQueries(text, 'b')).toEqual([query('good', 1)])
  })
})

test('an older reply never replaces a newer one', () => {
  const client = new QueryClient()
  restoreQuery(client, { key: ['summary'], data: 'new', updatedAt: 2 })
  restoreQuery(client, { key: ['summary'], data: 'old', updatedAt: 1 })
  expect(client.getQueryData<unknown>(['summary'])).toBe('new')
})
