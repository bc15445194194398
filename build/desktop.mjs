import './setup/node-version.mjs'
import './setup/desktop-node-version.mjs'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { apiUrl } from './api-url.mjs'
import { ensureDesktopBuild, forgetDesktopBuild } from './setup/builds.mjs'
import { exitOnSetupError, log, onNpmExit } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureElectron } from './setup/electron.mjs'
import { ensureLocalApi } from './setup/local-api.mjs'
import { binOf, fromRoot } from './setup/project.mjs'
import { sandboxFlags } from './setup/sandbox.mjs'

// npm run desktop                                     the app, and the API unless one is running
// npm run desktop -- --watch                          the same, rebuilt and restarted as files change
// VITE_API_URL=https://tidemark.app npm run desktop   the app against another API
const given = process.argv.slice(2)
const isWatched = given.includes('--watch')
const own = given.filter((arg) => arg !== '--watch')

const { electron, flags } = await exitOnSetupError(async () => {
  ensureDependencies()
  const binary = ensureElectron()
  const needed = sandboxFlags(binary)
  if (isWatched) forgetDesktopBuild()
  else ensureDesktopBuild()
  await ensureLocalApi(apiUrl)
  return { electron: binary, flags: needed }
})

// electron-vite starts Electron by the path in its environment.
const env = { ...process.env, ELECTRON_EXEC_PATH: electron }
const watch = [binOf('electron-vite', 'electron-vite'), 'dev', fromRoot(), '--', ...flags, ...own]
const app = isWatched
  ? spawn(process.execPath, watch, { cwd: fromRoot(), env, stdio: 'inherit' })
  : spawn(electron, [...flags, fromRoot(), ...own], { stdio: 'inherit' })
const stop = () => app.kill('SIGTERM')
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
onNpmExit(stop)
app.on('error', (error) => {
  log(`Electron could not be started: ${error.message}`)
  process.exit(1)
})
app.on('exit', (code, signal) =>
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)),
)
