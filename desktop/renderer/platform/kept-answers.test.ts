import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { keepAnswers, readAnswers, restoreAnswer, writeAnswers } from './kept-answers.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const EDITION = '1.0.0 https://tidemark.example'

/** A window on a store that a test can look into; it has no page that could be left. */
function openWindow(store: Map<string, string>, edition = EDITION, isFull = false) {
  const queries = new QueryClient()
  const stop = keepAnswers({
    queries,
    edition,
    page: new EventTarget(),
    preferences: {
      read: (key) => store.get(key) ?? null,
      write(key, value) {
        if (isFull) return false
        store.set(key, value)
        return true
      },
      remove: (key) => store.delete(key),
    },
  })
  const hear = (key: string, data: unknown, isPublic = true) =>
    queries.fetchQuery({ queryKey: [key], queryFn: () => data, meta: { isPublic } })
  return { queries, stop, hear }
}

describe('what the server said to everybody', () => {
  test('is there at the next start, as old as it is, and is asked for again', async () => {
    const store = new Map<string, string>()
    const before = openWindow(store)
    await before.hear('rankers', ['Mina'])
    const heardAt = before.queries.getQueryState(['rankers'])?.dataUpdatedAt
    jest.advanceTimersByTime(2_000)
    before.stop()

    jest.setSystemTime(Date.now() + 3_600_000)
    const after = openWindow(store)
    expect(after.queries.getQueryData<unknown>(['rankers'])).toEqual(['Mina'])
    expect(after.queries.getQueryState(['rankers'])).toMatchObject({
      dataUpdatedAt: heardAt,
      isInvalidated: true,
      status: 'success',
    })
    expect(after.queries.getQueryCache().find({ queryKey: ['rankers'] })?.meta).toEqual({
      isPublic: true,
    })
  })

  test('is kept although it is not shown again, until there is something newer', async () => {
    const store = new Map<string, string>()
    const first = openWindow(store)
    await first.hear('rankers', ['Mina'])
    await first.hear('recent', ['old'])
    first.stop()
    const second = openWindow(store)
    await second.hear('recent', ['new'])
    second.stop()
    const third = openWindow(store)
    const data = ['rankers', 'recent'].map((key) => third.queries.getQueryData<unknown>([key]))
    expect(data).toEqual([['Mina'], ['new']])
  })

  test('is all that is kept', async () => {
    const store = new Map<string, string>()
    const window = openWindow(store)
    await window.hear('profile', 'the e-mail address of Mina', false)
    await window.hear('rankers', [])
    window.stop()
    expect([...store.values()].join()).not.toContain('Mina')
    expect([...store.values()].join()).toContain('rankers')
  })

  test('is forgotten by another version of the app', async () => {
    const store = new Map<string, string>()
    const before = openWindow(store)
    await before.hear('rankers', ['Mina'])
    before.stop()
    const after = openWindow(store, '1.0.1 https://tidemark.example')
    expect(after.queries.getQueryData<unknown>(['rankers'])).toBeUndefined()
  })

  test('is forgotten where it cannot be replaced', async () => {
    const store = new Map([['keptAnswers', 'of yesterday']])
    const window = openWindow(store, EDITION, true)
    await window.hear('rankers', ['Mina'])
    window.stop()
    expect(store.size).toBe(0)
  })
})

describe('the kept text', () => {
  const answer = (name: string, at: number, size = 1) => ({
    key: [name],
    data: 'x'.repeat(size),
    at,
  })

  test('has the newest that fit', () => {
    const text = writeAnswers([answer('old', 1), answer('big', 3, 500), answer('new', 2)], 'e', 100)
    expect(readAnswers(text, 'e')).toEqual([answer('new', 2), answer('old', 1)])
  })

  test.each([null, '', '{', 'null', '7', '{"edition":"e"}', '{"edition":"e","answers":{}}'])(
    'that is %p is none',
    (text) => expect(readAnswers(text, 'e')).toEqual([]),
  )

  test('leaves out what is no answer', () => {
    const text = JSON.stringify({ edition: 'e', answers: [null, { key: 'x' }, answer('good', 1)] })
    expect(readAnswers(text, 'e')).toEqual([answer('good', 1)])
  })
})

test('an older answer never takes the place of a newer one', () => {
  const queries = new QueryClient()
  restoreAnswer(queries, { key: ['summary'], data: 'new', at: 2 })
  restoreAnswer(queries, { key: ['summary'], data: 'old', at: 1 })
  expect(queries.getQueryData<unknown>(['summary'])).toBe('new')
})
