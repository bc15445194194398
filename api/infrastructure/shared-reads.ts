import { setImmediate as yieldThread } from 'node:timers/promises'
import { createBatcher } from './batch.ts'

/** Statements of a batched read in progress at most. */
const CONCURRENCY = 2
const MAX_BATCH = 500

/**
 * Resolves in the next turn of the event loop, for all callers of this one. The embedded database runs
 * statements without leaving the turn: without a pause requests that arrive together would never share one.
 */
function createTurns(): () => Promise<void> {
  let turn: Promise<void> | null = null
  return () => {
    turn ??= yieldThread().then(() => {
      turn = null
    })
    return turn
  }
}

interface Reading<Value> {
  hasBegun: boolean
  result: Promise<Value>
  /** Begins at the end of this one. */
  next: Promise<Value> | null
}

/**
 * Reads of one value by many: a read that arrives while one with its key is in progress shares the next one.
 * The next one starts after all who share it have arrived, so nobody gets a state from before the own request.
 */
export function createSharedReads<Value>() {
  const readings = new Map<string, Reading<Value>>()
  const nextTurn = createTurns()

  const start = (key: string, read: () => Promise<Value>): Promise<Value> => {
    const begin = async () => {
      reading.hasBegun = true
      try {
        return await read()
      } finally {
        if (reading.next === null) readings.delete(key)
      }
    }
    const reading: Reading<Value> = { hasBegun: false, result: nextTurn().then(begin), next: null }
    readings.set(key, reading)
    return reading.result
  }

  /** Reads with the same key must be the same. */
  return (key: string, read: () => Promise<Value>): Promise<Value> => {
    const reading = readings.get(key)
    if (!reading) return start(key, read)
    if (!reading.hasBegun) return reading.result
    const begin = () => start(key, read)
    reading.next ??= reading.result.then(begin, begin)
    return reading.next
  }
}

/**
 * Reads of different values by one statement: items that arrive in one turn of the event loop, or while others
 * are read, are read together. `read` returns one result per item, in their order.
 */
export function createBatchedRead<Item, Result>(
  read: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const nextTurn = createTurns()
  const add = createBatcher<Item, Result>({
    process: read,
    // The same item twice may share a batch.
    keyOf: () => Symbol(),
    isItemError: () => false,
    concurrency: CONCURRENCY,
    maxBatchSize: MAX_BATCH,
  })
  return async (item) => {
    await nextTurn()
    return add(item)
  }
}
