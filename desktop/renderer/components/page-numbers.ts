/** This many pages are all shown; of more, the ends and the neighbourhood of the current one. */
const SHOWN_WHOLE = 12
const REACH = 3

/** The page numbers to show, in order, from 1 to `total`. */
export function pageNumbers(current: number, total: number): number[] {
  const all = Array.from({ length: Math.min(total, SHOWN_WHOLE) }, (_, index) => index + 1)
  if (total <= SHOWN_WHOLE) return all
  const near = Array.from({ length: 2 * REACH + 1 }, (_, index) => current - REACH + index)
  const pages = new Set([1, ...near.filter((page) => page >= 1 && page <= total), total])
  return [...pages].sort((one, other) => one - other)
}
