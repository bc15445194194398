import { AsyncLocalStorage } from 'node:async_hooks'

export interface BatchOptions<Item, Result> {
  /** Processes items, all or nothing. @returns one result per item, in their order */
  process: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items with the same key never share a batch. */
  keyOf: (item: Item) => unknown
  /** Whether a batch may have failed because of one item: then each is processed alone. */
  isItemError: (error: unknown) => boolean
  /** Batches in progress at most. */
  concurrency: number
  maxBatchSize: number
}

interface Entry<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
  /** Runs in the async context of the caller, for its trace. */
  inContext<Answer>(work: () => Answer): Answer
}

/**
 * Group commit: items that arrive while others are processed are processed together. An item never
 * waits while a slot is free. @returns a function that adds an item and resolves with its result
 */
export function createBatcher<Item, Result>(options: BatchOptions<Item, Result>) {
  const { process, keyOf, isItemError, concurrency, maxBatchSize } = options
  let queue: Entry<Item, Result>[] = []
  let running = 0

  const runBatch = async (entries: readonly Entry<Item, Result>[]): Promise<void> => {
    const [first] = entries
    if (!first) return
    const items = entries.map(({ item }) => item)
    try {
      const results = await first.inContext(() => process(items))
      if (results.length !== items.length)
        throw new Error('a batch must return one result per item')
      for (const [index, result] of results.entries()) entries[index]?.resolve(result)
    } catch (error) {
      const mayBeOneItem = entries.length > 1 && isItemError(error)
      if (mayBeOneItem) await Promise.all(entries.map((entry) => runBatch([entry])))
      else for (const { reject } of entries) reject(error)
    }
  }

  /** Removes the oldest entry of each key from the queue. */
  const takeBatch = (): Entry<Item, Result>[] => {
    const keys = new Set<unknown>()
    const batch: Entry<Item, Result>[] = []
    const rest: Entry<Item, Result>[] = []
    for (const entry of queue) {
      const key = keyOf(entry.item)
      const fits = batch.length < maxBatchSize && !keys.has(key)
      keys.add(key)
      ;(fits ? batch : rest).push(entry)
    }
    queue = rest
    return batch
  }

  const drain = async (): Promise<void> => {
    running++
    while (queue.length > 0) await runBatch(takeBatch())
    running--
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject, inContext: AsyncLocalStorage.snapshot() })
      if (running < concurrency) void drain()
    })
}
