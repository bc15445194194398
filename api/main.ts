import { existsSync, readFileSync } from 'node:fs'
import { messageOf } from './commands/command.ts'
import { isCommand, runCommand } from './commands/main.ts'
import { systemClock } from './infrastructure/clock.ts'
import { ConfigError, configWarnings, readConfig } from './infrastructure/config.ts'
import { configHelp } from './infrastructure/config-page.ts'
import { migrateDatabase, openDatabase } from './infrastructure/database/open.ts'
import { createLog } from './infrastructure/log.ts'
import { productVersion } from './infrastructure/product-version.ts'
import { createServiceManager, type ServiceManager } from './infrastructure/service-manager.ts'
import { readOidcProviders } from './modules/auth/oidc/providers.ts'
import { type RunningServer, startServer } from './server/server.ts'

/** Maximum time of a graceful shutdown (ms). */
const STOP_LIMIT_MS = 10_000
/**
 * Time between "not ready" and closing the port (ms): accepts requests sent before the signal, and ends
 * active keep-alive connections with a reply instead of a reset.
 */
const ACCEPT_GRACE_MS = 200

const PRICES = {
  simulated: 'simulated, and stay so in this database',
  replay: 'played from a file',
} as const

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

/** Shuts down on the first SIGINT or SIGTERM; npm and process groups send it more than once. */
function stopOnSignal(server: RunningServer, manager: ServiceManager): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS)
    manager.stopping()
    server.leave()
    await new Promise((resolve) => setTimeout(resolve, ACCEPT_GRACE_MS))
    await server.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function serve(): Promise<void> {
  const config = readConfig()
  // Before the database is migrated, as every mistake in a setting.
  readOidcProviders(config)
  // Bun has read .env of this folder into the environment.
  const envFile = existsSync('.env') ? readFileSync('.env', 'utf8') : ''
  for (const line of configWarnings(envFile)) process.stderr.write(`${line}\n`)
  const log = createLog(config.logLevel)
  log.info({ ...productVersion(), bun: Bun.version }, 'Tidemark starts')
  const database = await openDatabase(config, log)
  try {
    await migrateDatabase(database, config, log)
    const server = await startServer({ config, clock: systemClock, log, database })
    const manager = createServiceManager({
      settings: config.serviceManager,
      clock: systemClock,
      log,
    })
    stopOnSignal(server, manager)
    manager.ready()
    const prices = server.infrastructure.market.kind()
    if (prices !== 'real') print(`Prices are ${PRICES[prices]}; every reply says so.`)
    print(`Tidemark is at ${server.url}`)
  } catch (error) {
    await database.close()
    throw error
  }
}

const [command, ...args] = process.argv.slice(2)
try {
  if (command === '--help' || command === 'help') print(configHelp())
  else if (isCommand(command)) process.exit(await runCommand(command, args))
  else if (command !== undefined) throw new ConfigError(`Unknown command ${command}; try --help.`)
  else await serve()
} catch (error) {
  fail(error)
}
