import './setup/node-version.mjs'
import { exitOnSetupError, exitWithNpm } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { envWithBun } from './setup/project.mjs'
import { run } from './test/runners.mjs'

// npm run verify -- receipt.json [--root HEX] [--keys keys.json]   offline, without a server
exitWithNpm()

const bun = await exitOnSetupError(() => ensureDependencies())
const args = ['--no-env-file', 'build/verify/main.ts', ...process.argv.slice(2)]
process.exitCode = (await run(bun, args, envWithBun(bun))) ?? 1
