import { expect, test } from 'bun:test'
import { createBatchedRead, createSharedReads } from './shared-reads.ts'

/** The reads of a turn of the event loop begin in the next. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads that end when the test ends them, each with the number of reads begun before. */
function setUp() {
  const ends: ((error?: Error) => void)[] = []
  const read = createSharedReads<number>()
  const get = (key: string) =>
    read(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const number = ends.length
      ends.push((error) => (error ? reject(error) : resolve(number)))
      return promise
    })
  return { ends, get }
}

test('reads that arrive during another one share the next, which begins after them', async () => {
  const { ends, get } = setUp()
  const first = [get('a'), get('a')]
  expect(ends).toEqual([])
  await turn()
  const later = [get('a'), get('a')]
  ends[0]?.()
  expect(await Promise.all(first)).toEqual([0, 0])
  await turn()
  expect(ends).toHaveLength(2)
  // The second one has begun: its state may be older than this read.
  const last = get('a')
  ends[1]?.()
  expect(await Promise.all(later)).toEqual([1, 1])
  await turn()
  ends[2]?.()
  expect(await last).toBe(2)
})

test('another key is read at once, and a key anew once its read has ended', async () => {
  const { ends, get } = setUp()
  const [first, other] = [get('a'), get('b')]
  await turn()
  expect(ends).toHaveLength(2)
  ends[0]?.()
  ends[1]?.()
  expect(await Promise.all([first, other])).toEqual([0, 1])
  const again = get('a')
  await turn()
  expect(ends).toHaveLength(3)
  ends[2]?.()
  expect(await again).toBe(2)
})

test('a failed read fails for those who share it, and the next one begins', async () => {
  const { ends, get } = setUp()
  const first = get('a')
  await turn()
  const next = get('a')
  ends[0]?.(new Error('unreachable'))
  await expect(first).rejects.toThrow('unreachable')
  await turn()
  ends[1]?.()
  expect(await next).toBe(1)
})

test('items that arrive in one turn or while others are read are read together, the same one twice too', async () => {
  const batches: (readonly number[])[] = []
  const hold = Promise.withResolvers<void>()
  const double = createBatchedRead(async (items: readonly number[]) => {
    batches.push(items)
    await hold.promise
    return items.map((item) => 2 * item)
  })
  const results = [1, 2, 3, 3, 4].map(double)
  hold.resolve()
  expect(await Promise.all(results)).toEqual([2, 4, 6, 6, 8])
  expect(batches).toEqual([[1], [2], [3, 3, 4]])
})
