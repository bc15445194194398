/** How far a reply may be behind the estimate before the estimate is thought wrong. */
const PLAUSIBLE_LAG_MS = 2_000

/** The server's time, told by a local clock that is corrected by what the server says. */
export interface ServerClock {
  /** Now on the server, epoch milliseconds. The local clock until the server has spoken. */
  now(): number
  /** Takes in the time that a message carried, at its arrival. */
  hear(serverDate: string): void
}

/**
 * A message is always late, so of two readings the one further ahead is nearer the truth; a reading
 * far behind means that the local clock jumped, and is believed. `local` is epoch milliseconds.
 */
export function createServerClock(local: () => number = Date.now): ServerClock {
  let offset: number | null = null
  return {
    now: () => local() + (offset ?? 0),
    hear(serverDate) {
      const heard = Date.parse(serverDate) - local()
      if (Number.isNaN(heard)) return
      if (offset === null || heard > offset || offset - heard > PLAUSIBLE_LAG_MS) offset = heard
    },
  }
}
