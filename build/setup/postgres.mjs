import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SetupError } from './step.mjs'

const keeperScript = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url))

/**
 * Starts a throw-away PostgreSQL (see startCluster) for tests and benches. It lives in a process of
 * its own that watches us: when we end, however we end, it stops the server and removes its data.
 * Throws a SetupError when there is no PostgreSQL and none can be installed.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url` of the superuser on the
 * database `postgres`; a suite makes its own databases from there
 */
export async function startPostgres() {
  const keeper = spawn('node', [keeperScript, '--until-parent-ends'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => keeper.once('close', resolve))
  let answer = ''
  await new Promise((resolve, reject) => {
    keeper.once('error', reject)
    keeper.stdout.setEncoding('utf8').on('data', (text) => {
      answer += text
      if (answer.endsWith('\n')) resolve(undefined)
    })
    keeper.once('close', resolve)
  })
  const { url, error } = JSON.parse(answer || '{"error":"PostgreSQL did not start"}')
  if (error) throw new SetupError(error)
  return {
    url,
    stop: async () => {
      keeper.stdin.end()
      await ended
    },
  }
}
