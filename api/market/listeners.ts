import type { MarketLog, Unsubscribe } from './types.ts'

/** A set of functions that are told of something; one that throws does not keep it from the others. */
export interface Listeners<T> {
  add(listener: (value: T) => void): Unsubscribe
  tell(value: T): void
}

/** Makes an empty set of listeners; what they throw is logged. */
export function createListeners<T>(log: MarketLog): Listeners<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    add: (listener) => {
      const mine = (value: T) => listener(value)
      listeners.add(mine)
      return () => listeners.delete(mine)
    },
    tell: (value) => {
      for (const listener of [...listeners]) {
        try {
          listener(value)
        } catch (error) {
          log.warn({ error: `${error}` }, 'a listener of the market failed')
        }
      }
    },
  }
}
