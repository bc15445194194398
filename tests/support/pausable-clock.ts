import type { Clock } from '#api/infrastructure/clock.ts'

/** The clock of one simulated process; several share one true time. */
export interface PausableClock extends Clock {
  /** Shifts the time that the process reads by so many ms; timers are unaffected. */
  step(milliseconds: number): void
  /** Freezes the process: due timers wait. */
  pause(): void
  /** Resumes it; due timers run at once. */
  resume(): void
  isPaused(): boolean
}

/** Creates one on the clock of the true time. */
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
