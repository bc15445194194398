/** A value that changes, and those who want to know. */
export interface Store<Value> {
  get(): Value
  /** Tells the listeners, unless the value is the same (`Object.is`). */
  set(value: Value): void
  /** Calls `listener` after each change until the returned function is called. */
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
