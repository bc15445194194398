import { describe, expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { createBatcher } from './batch.ts'

interface Item {
  key: number
  text: string
}

const REFUSED = new Error('one of them is bad')
const AWAY = new Error('nobody is there')

/** A batcher whose batches end when the test ends them. */
function setUp({ concurrency = 2, maxBatchSize = 3 } = {}) {
  const batches: { items: readonly Item[]; end(error?: Error): void }[] = []
  const begin = (items: readonly Item[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    batches.push({ items, end: (error) => (error ? reject(error) : resolve()) })
    return promise
  }
  const add = createBatcher<Item, string>({
    process: async (items) => {
      await begin(items)
      const size = items.length === 1 ? 'alone' : `of ${items.length}`
      return items.map(({ text }) => `${text} ${size}`)
    },
    keyOf: ({ key }) => key,
    isItemError: (error) => error === REFUSED,
    concurrency,
    maxBatchSize,
  })
  return {
    batches,
    add,
    texts: () => batches.map(({ items }) => items.map(({ text }) => text).join('')),
  }
}

const item = (text: string, key = text.charCodeAt(0)): Item => ({ key, text })
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('an item', () => {
  test('is processed at once while a slot is free, then in batches', async () => {
    const { batches, add, texts } = setUp()
    const results = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => add(item(text))))
    expect(texts()).toEqual(['a', 'b'])
    batches[1]?.end()
    await settle()
    expect(texts()).toEqual(['a', 'b', 'cde'])
    batches[0]?.end()
    await settle()
    expect(texts()).toEqual(['a', 'b', 'cde', 'f'])
    for (const { end } of batches) end()
    expect(await results).toEqual(['a alone', 'b alone', 'c of 3', 'd of 3', 'e of 3', 'f alone'])
    const late = add(item('g'))
    expect(texts().at(-1)).toBe('g')
    batches.at(-1)?.end()
    expect(await late).toBe('g alone')
  })

  test('never shares a batch with one of the same key', async () => {
    const { batches, add, texts } = setUp({ concurrency: 1 })
    const results = Promise.all(
      ['a', 'b', 'c', 'd'].map((text, index) => add(item(text, index % 2))),
    )
    for (let index = 0; index < 3; index++) {
      batches[index]?.end()
      await settle()
    }
    expect(texts()).toEqual(['a', 'bc', 'd'])
    expect(await results).toEqual(['a alone', 'b of 2', 'c of 2', 'd alone'])
  })
})

describe('a failed batch', () => {
  test('is processed item by item when one item may be the cause', async () => {
    const { batches, add, texts } = setUp({ concurrency: 1 })
    const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => add(item(text))))
    batches[0]?.end()
    await settle()
    batches[1]?.end(REFUSED)
    await settle()
    expect(texts()).toEqual(['a', 'bcd', 'b', 'c', 'd'])
    batches[2]?.end()
    batches[3]?.end(REFUSED)
    batches[4]?.end()
    expect((await results).map((one) => ('value' in one ? one.value : one.reason))).toEqual([
      'a alone',
      'b alone',
      REFUSED,
      'd alone',
    ])
  })

  test('rejects all its items when the database is away, and later items are processed', async () => {
    const { batches, add } = setUp({ concurrency: 1 })
    const results = Promise.allSettled(['a', 'b', 'c'].map((text) => add(item(text))))
    batches[0]?.end(AWAY)
    await settle()
    batches[1]?.end(AWAY)
    expect((await results).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    const late = add(item('d'))
    await settle()
    batches[2]?.end()
    expect(await late).toBe('d alone')
  })
})

test('runs a batch in the async context of its first item', async () => {
  const trace = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const work = async (items: readonly string[]) => {
    seen.push(trace.getStore())
    await settle()
    return [...items]
  }
  const add = createBatcher<string, string>({
    process: work,
    keyOf: (text) => text,
    isItemError: () => false,
    concurrency: 1,
    maxBatchSize: 10,
  })
  await Promise.all(['a', 'b', 'c'].map((text) => trace.run(text, () => add(text))))
  expect(seen).toEqual(['a', 'b'])
})

test('returns each item its own result within the limits of size, key and concurrency', async () => {
  const steps = fc.array(fc.record({ key: fc.nat(5), waits: fc.nat(3) }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (arrivals, concurrency) => {
      let busy = 0
      const broken: string[] = []
      const work = async (items: readonly { key: number; place: number }[]) => {
        busy++
        if (busy > concurrency) broken.push('concurrency')
        if (items.length > 4) broken.push('size')
        if (new Set(items.map(({ key }) => key)).size < items.length) broken.push('key')
        await settle()
        busy--
        return items.map(({ place }) => place)
      }
      const add = createBatcher<{ key: number; place: number }, number>({
        process: work,
        keyOf: ({ key }) => key,
        isItemError: () => false,
        concurrency,
        maxBatchSize: 4,
      })
      const results: Promise<number>[] = []
      for (const [place, { key, waits }] of arrivals.entries()) {
        results.push(add({ key, place }))
        for (let wait = 0; wait < waits; wait++) await settle()
      }
      expect(await Promise.all(results)).toEqual(arrivals.map((_, place) => place))
      expect(broken).toEqual([])
    }),
  )
})
