/** Prints what a test did, for whoever reads the run: `kill -9, pglite: 20 faults, 5120 writes`. */
export function tell(what: string, counts: Record<string, number | string>): void {
  const words = Object.entries(counts).map(([name, value]) => `${value} ${name}`)
  process.stdout.write(`${what}: ${words.join(', ')}\n`)
}

/** Answers by how often they came, in words. */
export const inWords = (answers: ReadonlyMap<string, number>) =>
  [...answers].map(([answer, times]) => `${times} × ${answer}`).join(', ')

/** How often each fault is tried: the whole number, or `few` with FAULTS=few in the environment. */
export const times = (whole: number, few: number) => (process.env.FAULTS === 'few' ? few : whole)

/** Which database a run is on. */
export const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'PGlite'
