/** Default number of rounds per side; the median counts. */
const ROUNDS = 3

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Measures two sides alternately (A B A B A B), so that other load affects both, after one warm-up round
 * each. Returns the medians.
 */
export async function alternate(
  own: () => Promise<number>,
  baseline: () => Promise<number>,
  rounds = ROUNDS,
): Promise<{ own: number; baseline: number }> {
  const figures = { own: [] as number[], baseline: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    const one = await own()
    const other = await baseline()
    if (round === 0) continue
    figures.own.push(one)
    figures.baseline.push(other)
  }
  return { own: median(figures.own), baseline: median(figures.baseline) }
}
