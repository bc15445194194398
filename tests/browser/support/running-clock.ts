import { type Clock, systemClock } from '#api/infrastructure/clock.ts'

/** A clock with an offset to the system's. */
export interface RunningClock extends Clock {
  /** Sets the time (ISO 8601). Pending timers are not affected. */
  set(instant: string): void
}

/** Starts at `instant` (ISO 8601). */
export function runningClock(instant: string): RunningClock {
  const offsetTo = (target: string) => Date.parse(target) - systemClock.now()
  let offset = offsetTo(instant)
  return {
    now: () => systemClock.now() + offset,
    after: systemClock.after,
    set(target) {
      offset = offsetTo(target)
    },
  }
}
