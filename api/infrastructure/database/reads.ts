import type { Sql } from './sql.ts'

/** Where the replies of people without an identity are read from. */
export interface Reads {
  /**
   * Runs `read` on the replica while it is fresh enough, else on the primary. Only for somebody who
   * cannot write, and never for a value that is kept.
   *
   * `read` gets one side for all of a reply, so that no reply contradicts itself. It only reads, for
   * it may be run twice: what fails on the replica, or is not yet there (`isFound` says no), is read
   * again on the primary.
   */
  forGuest<T>(read: (from: Sql) => Promise<T>, isFound?: (answer: T) => boolean): Promise<T>
}

/** How often a guest's reply came from each side, since the start. */
export interface ReadCounts {
  replica: number
  primary: number
}

/** Reads without a replica. */
export function onlyPrimary(primary: Sql): Reads {
  return { forGuest: (read) => read(primary) }
}
