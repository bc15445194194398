import { systemClock } from '#api/infrastructure/clock.ts'
import { readReplayFile } from '#api/market/replay-csv.ts'
import { markdownTable } from '#build/test/counts.mjs'
import { toBacktest, writeBacktest } from './calibration-file.ts'
import { type PastRound, pastRounds } from './past-rounds.ts'
import { type Estimate, lagsFor } from './statistics.ts'
import { calibration, earnings, VERSIONS } from './strategies.ts'

const points = ({ mean, error }: Estimate) =>
  `${mean < 0 ? '−' : '+'}${Math.abs(mean).toFixed(1)} ± ${error.toFixed(1)}`
const percent = (share: number) => (100 * share).toFixed(1)
const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)

function report(rounds: readonly PastRound[]): string {
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (!first || !last) throw new Error('there is no round with 60 days of candles before it')
  const span = `${rounds.length} rounds, ${day(first.refDate)} to ${day(last.refDate)}`
  const lags = `standard errors by Newey and West (1987), ${lagsFor(rounds.length)} lags of rounds`
  const lines = [`${span}; ${lags}`, '', 'Points per vote of strategies without skill:', '']
  const heads = VERSIONS.map((version) => `version ${version}`)
  const table = earnings(rounds).map(({ strategy, moment, byVersion }) => [
    strategy,
    moment,
    ...byVersion.map(points),
  ])
  lines.push(markdownTable(['strategy', 'when', ...heads], table))
  for (const version of VERSIONS) {
    lines.push('', `Calibration of version ${version}, all directions and moments:`, '')
    const bins = calibration(rounds, version).map(({ from, to, implied, observed }) => [
      `${percent(from)}–${percent(to)} %`,
      percent(implied),
      `${percent(observed.mean)} ± ${percent(observed.error)}`,
      String(observed.count),
    ])
    lines.push(markdownTable(['implied chance', 'mean', 'observed %', 'offers'], bins))
  }
  return lines.join('\n')
}

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
  console.log(report(rounds))
  if (args.includes(WRITE)) await writeBacktest(toBacktest(path, rounds, systemClock.now()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
