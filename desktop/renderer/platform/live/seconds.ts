import { createStore, type Store } from '../../../common/store.ts'

/** The current second of `now`, in epoch milliseconds; it changes on the second. */
export function createSeconds(now: () => number): { store: Store<number>; start(): () => void } {
  const second = () => Math.floor(now() / 1000) * 1000
  const store = createStore(second())
  return {
    store,
    start() {
      let timer: ReturnType<typeof setTimeout>
      const tick = () => {
        store.set(second())
        timer = setTimeout(tick, 1000 - (now() % 1000))
      }
      tick()
      return () => clearTimeout(timer)
    },
  }
}
