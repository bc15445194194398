import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import { migrate } from '#api/infrastructure/database/migrate.ts'
import { openDatabase, STATEMENT_TIMEOUT_MS } from '#api/infrastructure/database/open.ts'
import { createLog } from '#api/infrastructure/log.ts'
import { startServer } from '#api/server.ts'

// The server as in `npm start`, without rate limits. Also used by fault tests.
const config = readConfig()
const log = createLog(config.logLevel)
const database = await openDatabase(config, log, STATEMENT_TIMEOUT_MS)
await migrate(database)
const clock = systemClock
const server = await startServer({
  config,
  clock,
  log,
  database,
  limitFactor: 1_000_000,
})
process.on('SIGTERM', async () => {
  await server.stop()
  process.exit(0)
})
// Requested before memory is measured.
process.on('message', (message) => {
  if (message !== 'collect') return
  Bun.gc(true)
  process.send?.('collected')
})
process.send?.(server.url)
console.log(`Tidemark is at ${server.url}`)
