import { spawn } from 'node:child_process'
import { SetupError } from './command.mjs'
import { fromRoot } from './project.mjs'

/** Time for the API to start, with a build of the web interface (ms). */
const WAIT_MS = 300_000

/** @param {string} apiUrl */
const isReachable = (apiUrl) =>
  fetch(new URL('/livez', apiUrl), { signal: AbortSignal.timeout(2_000) }).then(
    (reply) => reply.ok,
    () => false,
  )

/**
 * Starts the API like `npm start` if `apiUrl` is on this machine and nothing answers there, and waits
 * until it does. It ends with this process.
 * @param {string} apiUrl
 * @throws {SetupError} when it does not start
 */
export async function ensureLocalApi(apiUrl) {
  const { hostname, port } = new URL(apiUrl)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  if (!isLocal || (await isReachable(apiUrl))) return
  const server = spawn(process.execPath, [fromRoot('build', 'start.mjs')], {
    cwd: fromRoot(),
    env: { ...process.env, PORT: port || '80' },
    stdio: 'inherit',
  })
  process.on('exit', () => server.kill('SIGTERM'))
  for (const begin = Date.now(); !(await isReachable(apiUrl)); ) {
    if (server.exitCode !== null || Date.now() - begin > WAIT_MS) {
      throw new SetupError(`the API did not start at ${apiUrl}; run npm start to see why`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
