import { VOTE_CHOICES, type VoteChoice } from '#shared/rules/band.ts'
import { type ChoiceCounts, votersOf } from '#shared/rules/crowd.ts'

const rounded = (value: number) => Math.round(value * 100) / 100

/**
 * SVG path of each choice in a box of 100 × 100: its share of all votes from hour to hour (oldest first),
 * stacked from the top.
 */
export function splitPaths(hours: readonly ChoiceCounts[]): Record<VoteChoice, string> {
  // The first hour alone still has an area.
  const columns = hours.length === 1 ? [...hours, ...hours] : hours
  const width = columns.length - 1
  const paths = { up: '', steady: '', down: '', unknown: '' }
  const shares = columns.map(() => 0)
  const edge = () =>
    shares.map((share, index) => `${rounded((100 * index) / width)} ${rounded(100 * share)}`)
  for (const choice of VOTE_CHOICES) {
    const upper = edge()
    columns.forEach((counts, index) => {
      shares[index] = (shares[index] ?? 0) + counts[choice] / Math.max(1, votersOf(counts))
    })
    paths[choice] = `M${[...upper, ...edge().reverse()].join('L')}Z`
  }
  return paths
}
