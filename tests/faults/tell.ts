import { type Counts, tellCounts } from '#tests/support/counts.ts'

/** Tells what a test of a fault did: the faults it made first, then what came of them. */
export function tell(
  what: string,
  counts: Counts & { 'acknowledged writes': number; failures: number },
): void {
  tellCounts(what, counts)
}

/** Answers by how often they came, in words. */
export const inWords = (answers: ReadonlyMap<string, number>) =>
  [...answers].map(([answer, times]) => `${times} × ${answer}`).join(', ')

/** How often each fault is tried: the whole number, or `few` with FAULTS=few in the environment. */
export const times = (whole: number, few: number) => (process.env.FAULTS === 'few' ? few : whole)

/** Which database a run is on. */
export const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'PGlite'
