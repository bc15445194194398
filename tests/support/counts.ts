import { appendFileSync } from 'node:fs'

/** What one test did, in figures and short words. */
export type Counts = Record<string, number | string>

/**
 * Prints what a test did, for whoever reads the run (`kill -9, PGlite: 20 kills, 0 failures`), and
 * adds it to the file that COUNTS_FILE names, out of which the run makes its closing table.
 */
export function tellCounts(what: string, counts: Counts): void {
  const words = Object.entries(counts).map(([name, value]) => `${value} ${name}`)
  process.stdout.write(`${what}: ${words.join(', ')}\n`)
  const file = process.env.COUNTS_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ what, counts })}\n`)
}
