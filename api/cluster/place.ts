import { backoff } from '#api/infrastructure/backoff.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { end, type Launched, type Up } from './child.ts'

export interface PlaceParts {
  /** Starts a child for this place. */
  begin: (number: number) => Launched
  clock: Clock
  random: () => number
  log: Log
}

/** The place of one child, whoever fills it. */
export interface Place {
  /** Fills the place again and again until `close`. Called once. */
  keep(): Promise<void>
  /** Resolves when its first child is up; rejects with a child's one line when none can start. */
  firstUp: Promise<Up>
  /**
   * Puts a new child in the place of the present one, which serves until the new one does. False
   * when the new one could not start: the old one stays.
   */
  renew(): Promise<boolean>
  /** Whoever ends from now on is not replaced. */
  close(): void
}

/** So often a child may end before any was up; then it will not get better by itself. */
const START_TRIES = 3
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** Who served as long as this begins a new series of failures. */
const CALM_MS = 10_000

/** Makes the place of child `number`. Empty until `keep`. */
export function createPlace(number: number, { begin, clock, random, log }: PlaceParts): Place {
  const first = Promise.withResolvers<Up>()
  // Whoever stops during the start does not ask how it went.
  first.promise.catch(() => {})
  let hasBeenUp = false
  let isClosed = false
  let current: Launched | null = null
  /** While it is renewed: the new child once it is up, or null when it could not start. */
  let next: Promise<Launched | null> | null = null
  let endPause = () => {}

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(milliseconds, resolve)
      endPause = () => {
        cancel()
        resolve()
      }
    })

  const welcome = async (child: Launched) => {
    const up = await child.up
    if (!up) return
    hasBeenUp = true
    log.info({ process: number, pid: child.pid }, 'a process is up')
    first.resolve(up)
  }

  /** Waits until a child has ended; answers its exit code and how long it served (ms). */
  const outlive = async (child: Launched) => {
    current = child
    const up = await child.up
    const since = clock.now()
    const code = await child.exited
    current = null
    return { code, served: up ? clock.now() - since : 0 }
  }

  const keep = async () => {
    let failures = 0
    let child = begin(number)
    void welcome(child)
    while (!isClosed) {
      const { code, served } = await outlive(child)
      const renewed = await next
      next = null
      if (isClosed) return
      if (renewed) {
        failures = 0
        child = renewed
        continue
      }
      failures = served >= CALM_MS ? 1 : failures + 1
      const why = child.complaint()
      if (!hasBeenUp && failures >= START_TRIES) {
        first.reject(new Error(why ?? `Process ${number} ended with ${code} before it was up.`))
        return
      }
      const pauseMs = backoff(failures - 1, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, random)
      log.error({ process: number, pid: child.pid, code, why, pauseMs }, 'a process ended')
      await pause(pauseMs)
      if (isClosed) return
      child = begin(number)
      void welcome(child)
    }
  }

  const renew = async () => {
    const old = current
    // One that is about to be started again will be new anyway.
    if (old === null || isClosed) return true
    const fresh = begin(number)
    next = fresh.up.then((up) => up && fresh)
    if ((await next) === null) {
      next = null
      if (!isClosed) log.error({ process: number, why: fresh.complaint() }, 'it stays as it is')
      return false
    }
    await welcome(fresh)
    await end(old, clock)
    return true
  }

  const close = () => {
    isClosed = true
    endPause()
  }
  return { keep, firstUp: first.promise, renew, close }
}
