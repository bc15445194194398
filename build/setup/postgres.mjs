import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SetupError } from './step.mjs'

const keeperScript = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url))

/**
 * Starts a throw-away PostgreSQL (see startCluster) for tests and benches. It lives in a process of
 * its own that watches us: when we end, however we end, it stops the server and removes its data.
 * Throws a SetupError when there is no PostgreSQL and none can be installed.
 * @param {Parameters<typeof import('./postgres-cluster.mjs').startCluster>[0]} [wish]
 * @returns {Promise<{
 *   url: string
 *   restart: (mode: 'fast' | 'immediate') => Promise<void>
 *   stop: () => Promise<void>
 * }>} `url` of the superuser on the database `postgres`; a suite makes its own databases from there.
 * `restart` resolves when the server takes connections again, at the same address
 */
export async function startPostgres({ within, revives = false } = {}) {
  const wishes = [...(within ? [`--in=${within}`] : []), ...(revives ? ['--revive'] : [])]
  const keeper = spawn('node', [keeperScript, '--until-parent-ends', ...wishes], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => keeper.once('close', resolve))
  keeper.stdout.setEncoding('utf8')
  /** The keeper's next line; empty when it ends first. */
  const answered = () => {
    let answer = ''
    return new Promise((resolve, reject) => {
      keeper.once('error', reject)
      keeper.stdout.on('data', (text) => {
        answer += text
        if (answer.endsWith('\n')) resolve(answer)
      })
      keeper.once('close', () => resolve(answer))
    })
  }
  const answer = await answered()
  const { url, error } = JSON.parse(answer || '{"error":"PostgreSQL did not start"}')
  if (error) throw new SetupError(error)
  return {
    url,
    restart: async (mode) => {
      const again = answered()
      keeper.stdin.write(`${mode}\n`)
      if (!(await again)) throw new SetupError('PostgreSQL did not start again')
    },
    stop: async () => {
      keeper.stdin.end()
      await ended
    },
  }
}
