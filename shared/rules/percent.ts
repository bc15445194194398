/**
 * Percentages of counts (whole numbers from 0), for people to read. The arithmetic is on whole numbers: as
 * a fraction, 23 of 40 is a little less than 57.5 %.
 */

/** `part` of `whole` in whole percent, halves rounded up; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0
  const doubled = 200 * part + whole
  return (doubled - (doubled % (2 * whole))) / (2 * whole)
}

/**
 * The parts of one whole in whole percent that add up to 100, by largest remainders (Hamilton's method).
 * Of equal remainders the earlier part is rounded up. All are 0 when the whole is.
 */
export function percentParts(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  const remainders = parts.map((part, index) => ({ index, remainder: (100 * part) % whole }))
  const missing = remainders.reduce((sum, { remainder }) => sum + remainder, 0) / whole
  const raised = new Set(
    remainders
      .toSorted((a, b) => b.remainder - a.remainder)
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return remainders.map(
    ({ index, remainder }) =>
      (100 * (parts[index] ?? 0) - remainder) / whole + (raised.has(index) ? 1 : 0),
  )
}
