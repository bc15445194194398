import { type Clock, systemClock } from '#api/infrastructure/clock.ts'

/** A clock that shows another time and runs as fast as the system's. */
export interface RunningClock extends Clock {
  /** Goes on from `instant` (ISO 8601). Tasks that wait are not hurried. */
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
