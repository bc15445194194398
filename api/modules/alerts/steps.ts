import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'

/** Pause before a failed step is repeated, ms. */
const RETRY_MS = 1_000

interface StepsOptions {
  clock: Clock
  log: Log
  /** Name of the data that a step reads or stores, for the log. */
  what: string
}

/** Reads and writes one after the other, in the order in which they were added; each is repeated until it succeeds. */
export function createSteps({ clock, log, what }: StepsOptions) {
  let isRunning = false
  let failures = 0
  let work: Promise<void> = Promise.resolve()
  let wake = () => {}
  const waiting = new Set<() => Promise<void>>()

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(RETRY_MS, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  const insist = async (step: () => Promise<void>) => {
    while (isRunning) {
      try {
        return await step()
      } catch (error) {
        failures += 1
        log.error({ err: error }, `${what} could not be read or stored; retrying`)
        await pause()
      }
    }
  }

  return {
    add(step: () => Promise<void>): void {
      work = work.then(() => insist(step))
    },
    /** Adds a step that reads what is stored, unless it is waiting: then it will read the newest changes too. */
    addOnce(step: () => Promise<void>): void {
      if (waiting.has(step)) return
      waiting.add(step)
      work = work.then(() => {
        waiting.delete(step)
        return insist(step)
      })
    },
    start(): void {
      isRunning = true
    },
    /** Ends the step in progress after its attempt, and drops the others. */
    async stop(): Promise<void> {
      isRunning = false
      wake()
      await work
    },
    /** Resolves once nothing is left to do. */
    async settled(): Promise<void> {
      for (let last: Promise<void> | null = null; last !== work; ) {
        last = work
        await last
      }
    },
    stats: () => ({ failures }),
  }
}
