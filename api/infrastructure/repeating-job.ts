import { type Clock, every } from './clock.ts'

interface RepeatingJobOptions {
  clock: Clock
  intervalMs: number
  /** One run. It must not reject, and ends early when `shouldContinue` returns false. */
  work: (shouldContinue: () => boolean) => Promise<void>
  /** Asked at each interval; always due by default. */
  isDue?: () => boolean
}

export interface RepeatingJob {
  /** Runs after the run in progress, if any. */
  run(): Promise<void>
  start(): void
  /** Ends the run in progress early and awaits it; the next run resumes. */
  stop(): Promise<void>
}

/** Work that runs at intervals and on demand, never twice at once. */
export function createRepeatingJob(options: RepeatingJobOptions): RepeatingJob {
  const { clock, intervalMs, work, isDue = () => true } = options
  let running: Promise<void> | null = null
  let stopChecking = () => {}
  let isStopping = false
  const shouldContinue = () => !isStopping

  const run = (): Promise<void> => {
    const previous = running
    const own = (previous ?? Promise.resolve())
      .then(() => work(shouldContinue))
      .finally(() => {
        if (running === own) running = null
      })
    running = own
    return own
  }

  return {
    run,
    start() {
      stopChecking = every(clock, intervalMs, () => {
        if (!running && isDue()) void run()
      })
    },
    async stop() {
      stopChecking()
      isStopping = true
      await running
      isStopping = false
    },
  }
}
