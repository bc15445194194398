import type { Clock } from '#api/infrastructure/clock.ts'

/** The clock of one process among several that live in one true time. */
export interface PausableClock extends Clock {
  /** Sets what the process takes for the time, by so many ms; its timers do not notice. */
  step(milliseconds: number): void
  /** The process stands still: what falls due waits. */
  pause(): void
  /** It goes on, and what fell due runs at once. */
  resume(): void
  isPaused(): boolean
}

/** Makes one on a clock that tells the true time. */
export function pausableClock(time: Clock): PausableClock {
  let offset = 0
  let isPaused = false
  let waiting: (() => void)[] = []
  return {
    now: () => time.now() + offset,
    after(milliseconds, task) {
      let isCancelled = false
      const run = () => {
        if (isCancelled) return
        if (isPaused) waiting.push(run)
        else task()
      }
      const cancel = time.after(milliseconds, run)
      return () => {
        isCancelled = true
        cancel()
      }
    },
    step: (milliseconds) => {
      offset += milliseconds
    },
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
      const due = waiting
      waiting = []
      for (const run of due) run()
    },
    isPaused: () => isPaused,
  }
}
