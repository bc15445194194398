import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '#api/commands/main.ts'
import { systemClock } from '#api/platform/clock.ts'
import { readConfig } from '#api/platform/config.ts'
import type { Database } from '#api/platform/database/database.ts'
import { migrate } from '#api/platform/database/migrate.ts'
import { openPostgres } from '#api/platform/database/postgres.ts'
import { createLog } from '#api/platform/log.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { benchChart } from './chart/chart.ts'
import { benchDesktop } from './desktop/desktop.ts'
import { benchGrowth } from './growth.ts'
import { benchHot } from './hot.ts'
import { benchLists } from './lists.ts'
import { passes, type Row, ratio, table } from './report.ts'
import { benchVotes } from './votes.ts'
import { benchWeb } from './web/web.ts'

type Env = Record<string, string>

/** What can be measured alone: `npm run bench -- hot votes`. */
const PARTS: { name: string; run: () => Promise<Row[]> }[] = [
  { name: 'hot', run: () => onDatabase(true, benchHot) },
  { name: 'lists', run: () => onDatabase(true, benchLists) },
  { name: 'votes', run: () => onDatabase(true, benchVotes) },
  { name: 'growth', run: () => onDatabase(false, benchGrowth) },
  { name: 'chart', run: benchChart },
  { name: 'web', run: benchWeb },
  { name: 'desktop', run: benchDesktop },
]

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Hands `work` a server's settings on a database of its own; with `demo`, a believable one. */
async function onDatabase(
  demo: boolean,
  work: (env: Env, database: Database) => Promise<Row[]>,
): Promise<Row[]> {
  const { url, drop } = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-data-'))
  const env = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: '0',
    PRICE_FEED: 'simulated',
    JWT_SECRET: crypto.randomUUID() + crypto.randomUUID(),
  }
  const database = openPostgres({ url, connections: 4, onConnectionError: () => {} })
  try {
    await migrate(database)
    if (demo) {
      const config = readConfig(env)
      const log = createLog('silent')
      const parts = { config, clock: systemClock, log, say: () => {}, complain: say }
      await runCommand('seed', [], parts)
    }
    return await work(env, database)
  } finally {
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
const rows: Row[] = []
const begin = performance.now()
for (const { name, run } of PARTS) {
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
await Bun.write(file, `${JSON.stringify({ at, machine, seconds, rows: kept }, null, 2)}\n`)
say(`\n${machine}; ${at}; ${seconds} s; load ${loadavg()[0]?.toFixed(2)}`)
say(`${rows.length} rows, ${short.length} short of their bar; written to ${file}`)
