import { countOf, type Written } from './writers.ts'

/** Watches for new acknowledged writes; the returned function ends it with the longest time without one (ms). */
export function watchGap(written: Written): () => number {
  let count = countOf(written)
  let since = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - since)
    if (countOf(written) === count) return
    count = countOf(written)
    since = now
  }, 10)
  return () => {
    clearInterval(timer)
    return Math.round(longest)
  }
}
