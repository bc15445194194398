import { appendFileSync } from 'node:fs'

/** Counts of one test by name. */
export type Counts = Record<string, number | string>

/**
 * Prints the counts of a test (`kill -9, PGlite: 20 kills, 0 failures`) and appends them to COUNTS_FILE,
 * from which the run prints its closing table.
 */
export function reportCounts(what: string, counts: Counts): void {
  const words = Object.entries(counts).map(([name, value]) => `${value} ${name}`)
  process.stdout.write(`${what}: ${words.join(', ')}\n`)
  const file = process.env.COUNTS_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ what, counts })}\n`)
}
