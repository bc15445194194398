import { mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { passes, type Row, ratio, table } from './report.ts'

/** What can be measured alone. */
export interface Part {
  name: string
  run(): Promise<Row[]>
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Measures the parts that `wanted` names (none: all), prints a table of each and keeps all of it as
 * JSON in bench-results. The load is that of the machine, so that a reader sees what else it did.
 */
export async function runParts(parts: readonly Part[], wanted: readonly string[]): Promise<void> {
  const rows: Row[] = []
  const begin = performance.now()
  const loadBefore = loadavg()[0] ?? 0
  for (const { name, run } of parts) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const own = await run()
    say(`\n${table(own)}`)
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
  say(`\n${machine}; ${at}; ${seconds} s; ${load}`)
  say(`${rows.length} rows, ${short.length} short of their bar; written to ${file}`)
}
