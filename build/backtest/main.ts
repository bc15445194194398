import { systemClock } from '#api/infrastructure/clock.ts'
import { readReplayFile } from '#api/market/replay-csv.ts'
import { toBacktest, writeBacktest } from './calibration-file.ts'
import { pastRounds } from './past-rounds.ts'
import { report } from './report.ts'

const WRITE = '--write'
const args = process.argv.slice(2)
const [path] = args.filter((arg) => arg !== WRITE)
if (path === undefined) {
  console.error(
    `usage: npm run backtest -- FILE.csv [${WRITE}] (open_time_ms,open,high,low,close,volume)\n` +
      `  ${WRITE}  also replaces the calibration that the API serves`,
  )
  process.exit(1)
}
try {
  const { rows } = await readReplayFile(path)
  const rounds = pastRounds(rows)
  console.log(report(rows, rounds))
  if (args.includes(WRITE)) await writeBacktest(toBacktest(path, rounds, systemClock.now()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
