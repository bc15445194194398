import './setup/node-version.mjs'
import { exitOnSetupError, exitWithNpm } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { envWithBun } from './setup/project.mjs'
import { run } from './test/runners.mjs'

// npm run backtest -- FILE.csv            offers against hourly candles: open_time_ms,open,high,low,close,volume
// npm run backtest -- FILE.csv --write    also replaces the calibration that the API serves
exitWithNpm()

const bun = await exitOnSetupError(() => {
  const binary = ensureDependencies()
  return binary
})
const args = ['--no-env-file', 'build/backtest/main.ts', ...process.argv.slice(2)]
process.exitCode = (await run(bun, args, envWithBun(bun))) ?? 1
