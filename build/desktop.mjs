import './setup/node-version.mjs'
import './setup/desktop-node-version.mjs'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { apiUrl } from './api-url.mjs'
import { checkGoogleSecret } from './google-secret.mjs'
import { ensureDesktopBuild } from './setup/builds.mjs'
import { exitOnSetupError, log, onNpmExit, SetupError } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureElectron } from './setup/electron.mjs'
import { fromRoot } from './setup/project.mjs'
import { sandboxFlags } from './setup/sandbox.mjs'

// npm run desktop                                     the app, and the API unless one is running
// VITE_API_URL=https://tidemark.app npm run desktop   the app against another API
const WAIT_MS = 120_000

const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(apiUrl).hostname)
const isReachable = () =>
  fetch(new URL('/livez', apiUrl), { signal: AbortSignal.timeout(2_000) }).then(
    (reply) => reply.ok,
    () => false,
  )

/** Starts the API like `npm start` and waits until it is reachable. */
async function startApi() {
  const { port } = new URL(apiUrl)
  const server = spawn(process.execPath, [fromRoot('build', 'start.mjs')], {
    cwd: fromRoot(),
    env: { ...process.env, PORT: port || '80' },
    stdio: 'inherit',
  })
  process.on('exit', () => server.kill('SIGTERM'))
  for (const begin = Date.now(); !(await isReachable()); ) {
    if (server.exitCode !== null || Date.now() - begin > WAIT_MS) {
      throw new SetupError(`the API did not start at ${apiUrl}; run npm start to see why`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const { electron, flags } = await exitOnSetupError(async () => {
  checkGoogleSecret(false)
  ensureDependencies()
  const binary = ensureElectron()
  const needed = sandboxFlags(binary)
  ensureDesktopBuild()
  if (isLocal && !(await isReachable())) await startApi()
  return { electron: binary, flags: needed }
})

const app = spawn(electron, [...flags, fromRoot(), ...process.argv.slice(2)], { stdio: 'inherit' })
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
