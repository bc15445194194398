import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { migrateDatabase, openDatabase } from '#api/infrastructure/database/open.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { startServer } from '#api/server/server.ts'
import { untilDueWorkIsDone } from '#tests/support/due-work.ts'
import { startHoldProbe } from './hold-probe.ts'

// The server as in `npm start`, without rate limits. Also used by fault tests.
const config = readConfig()
const log = createLog(config.logLevel)
const database = await openDatabase(config, log)
await migrateDatabase(database, config, log)
/** CLOCK_AT (epoch ms) starts the clock at another time, so that a season is in its middle. */
const offset = process.env.CLOCK_AT === undefined ? 0 : Number(process.env.CLOCK_AT) - Date.now()
const clock = { ...systemClock, now: () => systemClock.now() + offset }
const server = await startServer({
  config,
  clock,
  log,
  database,
  limitFactor: 1_000_000,
})
await untilDueWorkIsDone(server)
/** STALE_LISTS=1: views change all lists every millisecond, so that their build is measured. */
if (process.env.STALE_LISTS === '1') {
  const { bus } = server.infrastructure
  setInterval(() => bus.publish('views', { votes: true, posts: true }), 1)
}
process.on('SIGTERM', async () => {
  await server.stop()
  process.exit(0)
})
// Started by the first question, so that other parts run without it.
let holds: ReturnType<typeof startHoldProbe> | null = null
const answers: Record<string, () => unknown> = {
  // Requested before memory is measured.
  collect: () => Bun.gc(true),
  hold: () => {
    holds ??= startHoldProbe()
    return holds.longest()
  },
  // Due work, without waiting for its timer.
  seal: () => server.services.sealer.run(),
  sweep: () => server.services.sweeper.run(),
  rank: async () => {
    await database.script('INSERT INTO ranking_change DEFAULT VALUES')
    await server.services.rankWriter.run()
  },
}
process.on('message', async (question) => {
  const answer = await answers[String(question)]?.()
  process.send?.({ question, answer })
})
process.send?.(server.url)
console.log(`Tidemark is at ${server.url}`)
