import { mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { within } from '#tests/support/eventually.ts'
import { passes, type Row, ratio, table } from './report.ts'

/** Parts that can be measured separately. */
export interface Part {
  name: string
  run(): Promise<Row[]>
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Parses the arguments with `read`; on an error prints one line and exits with code 2. */
export function orEnd<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    process.stderr.write(`tidemark: ${error.message}\n`)
    process.exit(2)
  }
}

/** Time limit of a part (ms); the slowest, growth, takes minutes. */
const PART_LIMIT_MS = 60 * 60_000

/**
 * Prints the error and ends the process. Rethrown, it could be lost: the desktop app, which the stand-in runs in
 * this process, logs uncaught errors instead of ending.
 */
function endWith(error: unknown): never {
  process.stderr.write(`${Bun.inspect(error)}\n`)
  process.exit(1)
}

function named(parts: readonly Part[], wanted: readonly string[]): readonly Part[] {
  const names = parts.map(({ name }) => name)
  const unknown = wanted.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new RangeError(`there is no part ${unknown}; there are ${names.join(', ')}`)
  }
  return wanted.length === 0 ? parts : parts.filter(({ name }) => wanted.includes(name))
}

/**
 * Measures the parts in `wanted` (none: all), prints a table each and writes JSON to bench-results with
 * the machine's load. Ends the process, in which the desktop app may have left something open. An unknown
 * part ends it with one line.
 */
export async function runParts(parts: readonly Part[], wanted: readonly string[]): Promise<never> {
  const measured = orEnd(() => named(parts, wanted))
  const rows: Row[] = []
  const begin = performance.now()
  const loadBefore = loadavg()[0] ?? 0
  for (const { name, run } of measured) {
    const own = await within(run(), `part ${name} ends`, PART_LIMIT_MS).catch(endWith)
    print(`\n${table(own)}`)
    rows.push(...own)
  }
  const seconds = Math.round((performance.now() - begin) / 1000)
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model ?? 'unknown'}, Bun ${Bun.version}`
  const at = new Date().toISOString()
  const short = rows.filter((row) => passes(row) === false)
  mkdirSync('bench-results', { recursive: true })
  const file = `bench-results/${at.replaceAll(':', '-')}.json`
  const kept = rows.map((row) => ({ ...row, ratio: ratio(row), passes: passes(row) }))
  const told = { at, machine, seconds, loadBefore, rows: kept }
  await Bun.write(file, `${JSON.stringify(told, null, 2)}\n`)
  const load = `load ${loadBefore.toFixed(2)} before, ${loadavg()[0]?.toFixed(2)} after`
  print(`\n${machine}; ${at}; ${seconds} s; ${load}`)
  print(`${rows.length} rows, ${short.length} short of their bar; written to ${file}`)
  process.exit(0)
}
