import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { end, type Launched, launch, type Spawn, type Up } from './child.ts'
import { createGathering } from './gathering.ts'
import { createPlace } from './place.ts'

export interface SupervisorParts {
  spawn: Spawn
  /** How many children. */
  processes: number
  clock: Clock
  random: () => number
  log: Log
}

/** Keeps a number of children running. */
export interface Supervisor {
  /**
   * Resolves when all are up. Rejects with a child's one line when one cannot start, after all the
   * others have ended.
   */
  start(): Promise<Up>
  /** Replaces every child, one after another, and stops at one that cannot be replaced. */
  renew(): Promise<void>
  /** Ends all. Resolves with 0 when all that were up ended well, else with 1. */
  stop(): Promise<number>
}

/** Makes a supervisor. Nothing runs before `start`. */
export function createSupervisor(parts: SupervisorParts): Supervisor {
  const { spawn, processes, clock, random, log } = parts
  /** Who has not ended: one more than there are places while one is renewed. */
  const alive = new Set<Launched>()
  const gathering = createGathering(() => [...alive].filter((child) => child.isUp()), clock)

  const begin = (number: number): Launched => {
    const child = launch(spawn, number, clock, gathering.hear)
    alive.add(child)
    child.exited.then(() => alive.delete(child))
    return child
  }
  const places = Array.from({ length: processes }, (_, index) =>
    createPlace(index + 1, { begin, clock, random, log }),
  )

  const stop = async () => {
    for (const place of places) place.close()
    const codes = await Promise.all(
      [...alive].map(async (child) => {
        const wasUp = child.isUp()
        const code = await end(child, clock)
        // Before it is up a signal ends it as it ends any program.
        return wasUp ? code : 0
      }),
    )
    return codes.every((code) => code === 0) ? 0 : 1
  }

  let renewing: Promise<void> | null = null
  let isAskedAgain = false
  const renewAll = async () => {
    do {
      isAskedAgain = false
      for (const place of places) if (!(await place.renew())) break
    } while (isAskedAgain)
    renewing = null
  }

  return {
    async start() {
      for (const place of places) void place.keep()
      try {
        const [first] = await Promise.all(places.map(({ firstUp }) => firstUp))
        if (!first) throw new Error('there is no process to start')
        return first
      } catch (error) {
        await stop()
        throw error
      }
    },
    renew() {
      // Asked while it is at it: some may be of the program as it was before, so all once more.
      if (renewing) isAskedAgain = true
      renewing ??= renewAll()
      return renewing
    },
    stop,
  }
}
