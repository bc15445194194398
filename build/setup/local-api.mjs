import { spawn } from 'node:child_process'
import { log, SetupError } from './command.mjs'
import { fromRoot } from './project.mjs'

/** Time for the API to start, with a build of the web interface (ms). */
const WAIT_MS = 300_000

/** The body of the API's `/livez`; a development server of another program may answer 200 to any path. */
const LIVE = JSON.stringify({ status: 'ok' })

/**
 * Whether the API serves (`ready`), another program does (`foreign`), nothing listens (`absent`), or what
 * listens does not answer yet (`silent`).
 * @param {string} apiUrl
 */
async function stateOf(apiUrl) {
  try {
    const reply = await fetch(new URL('/livez', apiUrl), { signal: AbortSignal.timeout(2_000) })
    return reply.ok && (await reply.text()) === LIVE ? 'ready' : 'foreign'
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
 * @throws {SetupError} when it does not start, or another program has its port
 */
export async function ensureLocalApi(apiUrl, start = startApi) {
  const { hostname, port } = new URL(apiUrl)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return
  let state = await stateOf(apiUrl)
  const server = state === 'absent' ? start(port || '80') : null
  if (state === 'absent' || state === 'silent') log(`waiting for the API at ${apiUrl}`)
  for (const begin = Date.now(); state !== 'ready'; state = await stateOf(apiUrl)) {
    if (state === 'foreign') {
      throw new SetupError(
        `port ${port || '80'} is used by another program; stop it, or set VITE_API_URL to an address ` +
          'with a free port, such as http://127.0.0.1:3001',
      )
    }
    if (typeof server?.exitCode === 'number' || Date.now() - begin > WAIT_MS) {
      throw new SetupError(`the API did not start at ${apiUrl}; run npm start to see why`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
