import { type Counts, reportCounts } from '#tests/support/counts.ts'

/** Reports the faults of a test and their results. */
export function report(
  what: string,
  counts: Counts & { 'acknowledged writes': number; failures: number },
): void {
  reportCounts(what, counts)
}

/** Formats replies by how often they came. */
export const formatCounts = (replies: ReadonlyMap<string, number>) =>
  [...replies].map(([answer, times]) => `${times} × ${answer}`).join(', ')

/** Repetitions of a fault: `few` with FAULTS=few in the environment. */
export const times = (whole: number, few: number) => (process.env.FAULTS === 'few' ? few : whole)

/** The database of this run. */
export const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'PGlite'
