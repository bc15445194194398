import './setup/node-version.mjs'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureWebBuild } from './setup/builds.mjs'
import { exitOnSetupError, onNpmExit } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { envWithBun, fromRoot } from './setup/project.mjs'

const bun = await exitOnSetupError(() => {
  const binary = ensureDependencies()
  // Commands such as seed need no interface.
  if (process.argv.length === 2) ensureWebBuild()
  return binary
})

const server = spawn(bun, ['api/main.ts', ...process.argv.slice(2)], {
  cwd: fromRoot(),
  env: envWithBun(bun),
  stdio: 'inherit',
})

// Ctrl-C in a terminal reaches the server directly, and npm repeats it; only a signal sent to this
// process alone must be forwarded.
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) server.kill('SIGINT')
})
process.on('SIGTERM', () => server.kill('SIGTERM'))
process.on('SIGHUP', () => server.kill('SIGHUP'))
onNpmExit(() => server.kill('SIGTERM'))

server.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
})
