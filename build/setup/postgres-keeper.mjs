import { SetupError } from './command.mjs'
import { startCluster } from './postgres-cluster.mjs'

// `node build/setup/postgres-keeper.mjs` runs a temporary PostgreSQL, prints its URL and exits when
// terminated. With --until-parent-ends it is a child of startPostgres and speaks JSON lines: "fast" or
// "immediate" halts the server, "resume" starts it again; end of input means that the parent has exited,
// even by a crash.
// --restart, --not-durable and --in=FOLDER are options of startCluster.
const forParent = process.argv.includes('--until-parent-ends')
const restarts = process.argv.includes('--restart')
const isDurable = !process.argv.includes('--not-durable')
const within = process.argv.find((arg) => arg.startsWith('--in='))?.slice('--in='.length)

try {
  const cluster = await startCluster({ within, restarts, isDurable })
  process.on('exit', cluster.kill)
  const stop = async () => {
    await cluster.stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  if (forParent) {
    process.stdin.on('end', stop)
    process.stdin.setEncoding('utf8').on('data', async (/** @type {string} */ line) => {
      const command = line.trim()
      if (command === 'resume') await cluster.resume()
      else await cluster.halt(command === 'fast' ? 'fast' : 'immediate')
      console.log(JSON.stringify({ url: cluster.url }))
    })
  }
  console.log(forParent ? JSON.stringify({ url: cluster.url }) : cluster.url)
  await cluster.ended
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.log(forParent ? JSON.stringify({ error: error.message }) : error.message)
  process.exitCode = 1
}
