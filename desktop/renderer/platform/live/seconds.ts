import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Seconds {
  /** The current second of `now`, in epoch milliseconds; it changes on the second. */
  store: StoreApi<number>
  /** Reads `now` at once, when it has been corrected. */
  refresh(): void
  /** Begins to follow `now`, until the returned function is called. */
  start(): () => void
}

/** Tells the seconds of `now`, in epoch milliseconds. */
export function createSeconds(now: () => number): Seconds {
  const second = () => Math.floor(now() / 1000) * 1000
  const store = createStore(() => second())
  const refresh = () => store.setState(second(), true)
  return {
    store,
    refresh,
    start() {
      let timer: ReturnType<typeof setTimeout>
      const tick = () => {
        refresh()
        timer = setTimeout(tick, 1000 - (now() % 1000))
      }
      tick()
      return () => clearTimeout(timer)
    },
  }
}
