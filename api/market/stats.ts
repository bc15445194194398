/** Running totals for the metrics, since the process began. */
export interface Counters {
  /** Live connections that had to be opened again. */
  reconnects: number
  /** Times the feed went to another exchange. */
  switches: number
  /** Values from outside that made no sense and were dropped. */
  rejected: number
  /** Ticks or candles held back because they jumped, until a second reading. */
  doubted: number
  /** Ticks that were not newer than the one before and were dropped. */
  outOfOrder: number
  /** Candles that came again with another open; the first is kept. */
  conflicts: number
  /** REST calls that failed or were refused. */
  failures: number
  /** Candles that could not be stored at once (they are tried again). */
  storeFailures: number
}

/** Counters at zero. */
export function newCounters(): Counters {
  return {
    reconnects: 0,
    switches: 0,
    rejected: 0,
    doubted: 0,
    outOfOrder: 0,
    conflicts: 0,
    failures: 0,
    storeFailures: 0,
  }
}
