import './setup/node-version.mjs'
import { exitOnSetupError, exitWithNpm } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { envWithBun } from './setup/project.mjs'
import { run } from './test/runners.mjs'

// npm run backtest -- FILE.csv            offers against hourly candles: open_time_ms,open,high,low,close,volume
// npm run backtest -- FILE.csv --write    also replaces the calibration that the API serves
// npm run backtest -- --skill [FILE.csv]  size and power of the skill test, on simulated markets without a file
exitWithNpm()

const bun = await exitOnSetupError(() => {
  const binary = ensureDependencies()
  return binary
})
const SKILL = '--skill'
const given = process.argv.slice(2)
const script = given.includes(SKILL) ? 'skill-main.ts' : 'main.ts'
const args = ['--no-env-file', `build/backtest/${script}`, ...given.filter((arg) => arg !== SKILL)]
process.exitCode = (await run(bun, args, envWithBun(bun))) ?? 1
