import type { Clock } from '#api/infrastructure/clock.ts'

/** Passes values on at most once in `pauseMs`; what comes faster is dropped but for the newest. */
export interface Coalescer<T> {
  push(value: T): void
  stop(): void
}

/** Makes a coalescer. The first value goes through at once. */
export function coalesce<T>(clock: Clock, pauseMs: number, emit: (value: T) => void): Coalescer<T> {
  let waiting: { value: T } | null = null
  let cancel: (() => void) | null = null

  const open = () => {
    cancel = null
    if (waiting === null) return
    const { value } = waiting
    waiting = null
    pass(value)
  }
  const pass = (value: T) => {
    cancel = clock.after(pauseMs, open)
    emit(value)
  }

  return {
    push: (value) => {
      if (cancel === null) pass(value)
      else waiting = { value }
    },
    stop: () => {
      cancel?.()
      cancel = null
      waiting = null
    },
  }
}
