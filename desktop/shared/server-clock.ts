/** A reading this far behind the estimate means that the local clock jumped. */
const MAX_LAG_MS = 2_000

/** The server's time: the local clock corrected by received timestamps. */
export interface ServerClock {
  /** Server time, epoch milliseconds; local time before the first sync. */
  now(): number
  /** Whether the server's time is known. */
  isSynced(): boolean
  /** Corrects the estimate with the timestamp of a message, at its arrival. */
  sync(serverDate: string): void
}

/**
 * Messages arrive late, so the reading furthest ahead is the most exact; one far behind means a
 * jump of the local clock and replaces the estimate. `local` is epoch milliseconds.
 */
export function createServerClock(local: () => number = Date.now): ServerClock {
  let offset: number | null = null
  return {
    now: () => local() + (offset ?? 0),
    isSynced: () => offset !== null,
    sync(serverDate) {
      const reading = Date.parse(serverDate) - local()
      if (Number.isNaN(reading)) return
      if (offset === null || reading > offset || offset - reading > MAX_LAG_MS) offset = reading
    },
  }
}
