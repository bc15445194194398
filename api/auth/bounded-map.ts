import type { Clock } from '#api/infrastructure/clock.ts'

interface Entry<Value> {
  value: Value
  expires: number
}

/** A map that forgets: entries at their expiry, and the least recently used ones above the limit. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  /** `expires` is an epoch millisecond instant; from then on the entry is gone. */
  set(key: string, value: Value, expires: number): void
  delete(key: string): void
  values(): Value[]
  /** Entries held, expired ones that nobody has asked for since included; never above the limit. */
  size(): number
}

/** Makes a map of at most `limit` entries whose expiries are read on `clock`. */
export function createBoundedMap<Value>(limit: number, clock: Clock): BoundedMap<Value> {
  const entries = new Map<string, Entry<Value>>()

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.expires <= clock.now()) return undefined
      // A Map iterates in order of insertion, so putting it back makes it the last to be dropped.
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value, expires) => {
      entries.delete(key)
      entries.set(key, { value, expires })
      if (entries.size <= limit) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    delete: (key) => {
      entries.delete(key)
    },
    values: () => {
      const now = clock.now()
      return [...entries.values()].filter((entry) => entry.expires > now).map(({ value }) => value)
    },
    size: () => entries.size,
  }
}
