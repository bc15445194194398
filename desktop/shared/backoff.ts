/** Delay in milliseconds after `failures` failed attempts: doubles from `first`, at most `longest`. */
export const backoff = (failures: number, first: number, longest: number): number =>
  Math.min(longest, first * 2 ** failures)
