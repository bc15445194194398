import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SetupError } from './command.mjs'

/** Time limit of a reply of the keeper (ms): a start may install PostgreSQL first. */
const LIMIT_MS = 10 * 60_000

const keeperScript = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url))

/**
 * Starts a temporary PostgreSQL (see startCluster) for tests and benchmarks. A separate process stops
 * the server and removes its data when this one ends for any reason.
 * Throws a SetupError when there is no PostgreSQL and none can be installed.
 * @param {Parameters<typeof import('./postgres-cluster.mjs').startCluster>[0]} [options]
 * @returns {Promise<{
 *   url: string
 *   restart: (mode: 'fast' | 'immediate') => Promise<void>
 *   halt: (mode: 'fast' | 'immediate') => Promise<void>
 *   resume: () => Promise<void>
 *   stop: () => Promise<void>
 * }>} `url` of the superuser on the database `postgres`; a suite creates its databases from there.
 * `restart` is `halt` and `resume`; it resolves when the server accepts connections at the same address
 */
export async function startPostgres({ within, restarts = false, isDurable = true } = {}) {
  const flags = [
    ...(within ? [`--in=${within}`] : []),
    ...(restarts ? ['--restart'] : []),
    ...(isDurable ? [] : ['--not-durable']),
  ]
  const keeper = spawn('node', [keeperScript, '--until-parent-ends', ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => keeper.once('close', resolve))
  const failed = new Promise((_, reject) => keeper.once('error', reject))
  keeper.stdout.setEncoding('utf8')
  /** The next line of the child process, in reply to `request`; empty when it ends first. */
  const nextLine = (request = 'start') => {
    let answer = ''
    return new Promise((resolve, reject) => {
      const expire = () => {
        keeper.kill('SIGKILL')
        reject(new SetupError(`PostgreSQL did not answer "${request}" within ${LIMIT_MS / 1000} s`))
      }
      const timer = setTimeout(expire, LIMIT_MS)
      const listen = (/** @type {string} */ text) => {
        answer += text
        if (answer.endsWith('\n')) done()
      }
      const done = () => {
        clearTimeout(timer)
        keeper.stdout.off('data', listen)
        keeper.off('close', done)
        resolve(answer)
      }
      keeper.stdout.on('data', listen)
      keeper.once('close', done)
    })
  }
  const answer = await Promise.race([nextLine(), failed])
  const { url, error } = JSON.parse(answer || '{"error":"PostgreSQL did not start"}')
  if (error) throw new SetupError(error)
  const send = async (/** @type {string} */ line) => {
    const done = nextLine(line)
    keeper.stdin.write(`${line}\n`)
    if (!(await done)) throw new SetupError(`PostgreSQL ended at "${line}"`)
  }
  return {
    url,
    restart: async (mode) => {
      await send(mode)
      await send('resume')
    },
    halt: send,
    resume: () => send('resume'),
    stop: async () => {
      keeper.stdin.end()
      await ended
    },
  }
}
