const LEAST = 10_000
/** List sizes; the first is the baseline. */
const STEPS = [LEAST, 1_000_000]

export const FULL_SIZE = 10_000_000

/** Sizes of the scale bench. */
export interface ScaleSize {
  /** Rows of each list, ascending. */
  lists: number[]
  /** Votes of the settled round, and texts that are searched. */
  votes: number
  listeners: number
  /** Simulated people whose figures are compared. */
  people: number
  /** Duration for the listeners. */
  seconds: number
}

/**
 * Derives all sizes from the rows of the longest list. Only the full size measures listeners for a minute.
 * Throws a RangeError when `rows` is not an integer above the shortest list.
 */
export function scaleSize(rows: number): ScaleSize {
  if (!Number.isInteger(rows) || rows <= LEAST) {
    throw new RangeError(`the rows must be a whole number above ${LEAST}, such as 200000`)
  }
  return {
    lists: [...STEPS.filter((step) => step < rows), rows],
    votes: Math.min(1_000_000, rows),
    listeners: rows < 1_000_000 ? 1_000 : 10_000,
    people: rows < 1_000_000 ? 1_000 : 10_000,
    seconds: rows < 1_000_000 ? 10 : 60,
  }
}

/** Parses the number of rows (`1_000_000` too). Throws a RangeError otherwise. */
export function toRows(said: readonly string[]): number {
  const [rows = '', ...more] = said
  if (more.length > 0) throw new RangeError(`one number of rows, please, not ${said.join(' and ')}`)
  return Number(rows.replaceAll('_', ''))
}

/** Abbreviates large numbers: 10 k, 1.5 M. */
export function shortCount(count: number): string {
  if (count >= 1_000_000) return `${count / 1_000_000} M`
  return count >= 1_000 ? `${count / 1_000} k` : `${count}`
}
