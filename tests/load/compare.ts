/** Rounds of each side, unless more are wanted; the median counts. */
const ROUNDS = 3

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Measures two sides in turn, A B A B A B, so that what else the machine does meets both, after one
 * round of each that does not count. Answers the medians.
 */
export async function alternate(
  own: () => Promise<number>,
  anchor: () => Promise<number>,
  rounds = ROUNDS,
): Promise<{ own: number; anchor: number }> {
  const figures = { own: [] as number[], anchor: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    const one = await own()
    const other = await anchor()
    if (round === 0) continue
    figures.own.push(one)
    figures.anchor.push(other)
  }
  return { own: median(figures.own), anchor: median(figures.anchor) }
}
