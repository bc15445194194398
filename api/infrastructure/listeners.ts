/** Functions to call with each value; one that throws does not stop the others. */
export interface Listeners<T> {
  /** Answers the function that removes the listener again. */
  add(listener: (value: T) => unknown): () => void
  /** Calls every listener at once, in the order in which they were added. */
  notify(value: T): void
}

/** Creates an empty set of listeners; `onError` receives what they throw. */
export function createListeners<T>(onError: (error: unknown) => void): Listeners<T> {
  const listeners = new Set<{ call: (value: T) => unknown }>()
  return {
    add(listener) {
      const entry = { call: listener }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    notify(value) {
      for (const { call } of [...listeners]) {
        try {
          call(value)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
