import { spawn } from 'node:child_process'
import { SetupError } from './command.mjs'
import { fromRoot } from './project.mjs'

/** Time for the API to start, with a build of the web interface (ms). */
const WAIT_MS = 300_000

/**
 * Whether the API serves, is `silent` (something is there and is not ready) or `absent` (nothing listens).
 * @param {string} apiUrl
 */
async function stateOf(apiUrl) {
  try {
    const reply = await fetch(new URL('/livez', apiUrl), { signal: AbortSignal.timeout(2_000) })
    return reply.ok ? 'ready' : 'silent'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    return code === 'ECONNREFUSED' ? 'absent' : 'silent'
  }
}

/**
 * Starts the API like `npm start`; its web interface is that of its own address.
 * @param {string} port
 */
function startApi(port) {
  const env = { ...process.env, PORT: port, VITE_API_URL: undefined }
  const script = fromRoot('build', 'start.mjs')
  const server = spawn(process.execPath, [script], { cwd: fromRoot(), env, stdio: 'inherit' })
  process.on('exit', () => server.kill('SIGTERM'))
  return server
}

/**
 * Starts the API if `apiUrl` is on this machine and nothing listens there, and waits until it serves. It
 * ends with this process.
 * @param {string} apiUrl
 * @param {(port: string) => { exitCode: number | null }} [start]
 * @throws {SetupError} when it does not start
 */
export async function ensureLocalApi(apiUrl, start = startApi) {
  const { hostname, port } = new URL(apiUrl)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return
  const server = (await stateOf(apiUrl)) === 'absent' ? start(port || '80') : null
  for (const begin = Date.now(); (await stateOf(apiUrl)) !== 'ready'; ) {
    if (typeof server?.exitCode === 'number' || Date.now() - begin > WAIT_MS) {
      throw new SetupError(`the API did not start at ${apiUrl}; run npm start to see why`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
