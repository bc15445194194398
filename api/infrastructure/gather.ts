import { AsyncLocalStorage } from 'node:async_hooks'

export interface GatherOptions<Item, Result> {
  /** Works on one item by itself. */
  one: (item: Item) => Promise<Result>
  /** Works on several at once, all or nothing; a result for each, in their order. */
  many: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items of one key are never worked on in the same go. */
  keyOf: (item: Item) => unknown
  /** Whether what `many` failed with may be due to one of the items: then each is tried by itself. */
  isOfOne: (error: unknown) => boolean
  /** How many goes are under way at most. */
  lanes: number
  /** How many items a go takes at most. */
  most: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
  /** Runs something as part of what asked for it: its trace, for one. */
  within<Answer>(work: () => Answer): Answer
}

/**
 * Gathers what comes while others are worked on, and works on it together (group commit). Nothing
 * waits for company: while a lane is free an item goes at once, and alone.
 * @returns what hands an item in and answers its result, or rejects with its own error
 */
export function gather<Item, Result>(options: GatherOptions<Item, Result>) {
  const { one, many, keyOf, isOfOne, lanes, most } = options
  type Entry = Waiting<Item, Result>
  let queue: Entry[] = []
  let busy = 0

  const alone = (entry: Entry) =>
    entry.within(() => one(entry.item)).then(entry.resolve, entry.reject)

  const together = async (entries: readonly Entry[], first: Entry): Promise<void> => {
    const items = entries.map(({ item }) => item)
    try {
      const results = await first.within(() => many(items))
      if (results.length !== items.length) throw new Error('there is not one result for each item')
      for (const [index, result] of results.entries()) entries[index]?.resolve(result)
    } catch (error) {
      if (isOfOne(error)) await Promise.all(entries.map(alone))
      else for (const { reject } of entries) reject(error)
    }
  }

  /** Takes the oldest of each key out of the queue. */
  const next = (): Entry[] => {
    const keys = new Set<unknown>()
    const taken: Entry[] = []
    const left: Entry[] = []
    for (const entry of queue) {
      const key = keyOf(entry.item)
      const fits = taken.length < most && !keys.has(key)
      keys.add(key)
      ;(fits ? taken : left).push(entry)
    }
    queue = left
    return taken
  }

  const go = async (): Promise<void> => {
    busy++
    for (let taken = next(); taken[0]; taken = next()) {
      if (taken.length === 1) await alone(taken[0])
      else await together(taken, taken[0])
    }
    busy--
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject, within: AsyncLocalStorage.snapshot() })
      if (busy < lanes) void go()
    })
}
