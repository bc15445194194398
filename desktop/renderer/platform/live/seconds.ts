import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Seconds {
  /** `now` rounded down to the second, epoch milliseconds; changes on the second. */
  store: StoreApi<number>
  /** Re-reads `now` after a correction. */
  refresh(): void
  /** Starts ticking; returns the function that stops. */
  start(): () => void
}

/** A price that arrives right after a second is then drawn in the same frame, ms. */
const LAG_MS = 50

/** A store that ticks once a second from `initial`. Both are epoch milliseconds. */
export function createSeconds(now: () => number, initial = now()): Seconds {
  const second = (instant = now()) => Math.floor(instant / 1000) * 1000
  const store = createStore(() => second(initial))
  const refresh = () => store.setState(second(), true)
  return {
    store,
    refresh,
    start() {
      let timer: ReturnType<typeof setTimeout>
      const tick = () => {
        refresh()
        timer = setTimeout(tick, 1000 - (now() % 1000) + LAG_MS)
      }
      tick()
      return () => clearTimeout(timer)
    },
  }
}
