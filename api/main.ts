import { isCommand, messageOf, runCommand } from './commands/main.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { configHelp } from './platform/config-help.ts'
import { ConfigError } from './platform/config-readers.ts'
import { migrate } from './platform/database/migrate.ts'
import { ANSWER_LIMIT_MS, openDatabase } from './platform/database/open.ts'
import { createLog } from './platform/log.ts'
import { type RunningServer, startServer } from './server.ts'

/** A stop that takes longer than this is ended by force. */
const STOP_LIMIT_MS = 10_000
/** Requests sent before the signal may still wait to be taken in; closing the port would reset them. */
const TAKE_IN_MS = 200

const PRICES = {
  simulated: 'simulated, and stay so in this database',
  replay: 'played from a file',
} as const

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

/** Stops once, however often a signal comes (npm and a process group both repeat it). */
function stopOnSignal(server: RunningServer): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS)
    await new Promise((resolve) => setTimeout(resolve, TAKE_IN_MS))
    await server.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function serve(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const database = await openDatabase(config, log, ANSWER_LIMIT_MS)
  try {
    await migrate(database)
    const server = await startServer({ config, clock: systemClock, log, database })
    stopOnSignal(server)
    const kind = server.core.market.kind()
    if (kind !== 'real') say(`Prices are ${PRICES[kind]}; every reply says so.`)
    say(`Tidemark is at ${server.url}`)
  } catch (error) {
    await database.close()
    throw error
  }
}

const [word, ...args] = process.argv.slice(2)
try {
  if (word === '--help' || word === 'help') say(configHelp())
  else if (isCommand(word)) process.exit(await runCommand(word, args))
  else if (word !== undefined) throw new ConfigError(`There is no command ${word}; try --help.`)
  else await serve()
} catch (error) {
  fail(error)
}
