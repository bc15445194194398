import type { Clock } from '#api/infrastructure/clock.ts'

/** Emits at most one value per pause: at its end the newest. */
interface Throttle<T> {
  push(value: T): void
  stop(): void
}

/** Creates a throttle that emits the first value at once. */
export function throttle<T>(clock: Clock, pauseMs: number, emit: (value: T) => void): Throttle<T> {
  let pending: { value: T } | null = null
  let cancel: (() => void) | null = null

  const pass = (value: T) => {
    cancel = clock.after(pauseMs, () => {
      cancel = null
      if (pending === null) return
      const next = pending.value
      pending = null
      pass(next)
    })
    emit(value)
  }

  return {
    push: (value) => {
      if (cancel === null) pass(value)
      else pending = { value }
    },
    stop: () => {
      cancel?.()
      cancel = null
      pending = null
    },
  }
}
