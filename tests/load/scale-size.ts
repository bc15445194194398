const LEAST = 10_000
/** Sizes at which lists are measured; the first is what all others are held against. */
const STEPS = [LEAST, 1_000_000]

export const FULL_SIZE = 10_000_000

/** How large the scale bench is. */
export interface ScaleSize {
  /** Rows of each list, growing. */
  lists: number[]
  /** Votes of the round that is settled. */
  votes: number
  listeners: number
  /** How long the listeners listen. */
  seconds: number
}

/**
 * The sizes that follow from the rows of the longest list. Only the full size listens a whole minute;
 * what is shorter is for trying and for CI. Throws a RangeError when `rows` is no whole number of
 * rows above the shortest list.
 */
export function scaleSize(rows: number): ScaleSize {
  if (!Number.isInteger(rows) || rows <= LEAST) {
    throw new RangeError(`the rows must be a whole number above ${LEAST}, such as 200000`)
  }
  return {
    lists: [...STEPS.filter((step) => step < rows), rows],
    votes: Math.min(1_000_000, rows),
    listeners: rows < 1_000_000 ? 1_000 : 10_000,
    seconds: rows < 1_000_000 ? 10 : 60,
  }
}

/** The rows that were asked for, `1_000_000` too. Throws a RangeError when it is not one number. */
export function toRows(said: readonly string[]): number {
  const [rows = '', ...more] = said
  if (more.length > 0) throw new RangeError(`one number of rows, please, not ${said.join(' and ')}`)
  return Number(rows.replaceAll('_', ''))
}

/** 10 k, 1.5 M: how tables name large numbers. */
export function shortCount(count: number): string {
  if (count >= 1_000_000) return `${count / 1_000_000} M`
  return count >= 1_000 ? `${count / 1_000} k` : `${count}`
}
